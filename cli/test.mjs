// npm test: installs all packages, then builds and runs every check. This file runs on the system's Node, 20.11 or
// later.
import { spawnSync } from 'node:child_process'
import { environment, installAll, pinnedNode, quit } from './prepare.mjs'

try {
  await installAll()
} catch (error) {
  quit(error)
}

const args = ['cli/check.ts', '--install-browser', ...process.argv.slice(2)]
const done = spawnSync(pinnedNode, args, { stdio: 'inherit', env: environment })
process.exit(done.status ?? 1)
