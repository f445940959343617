// npm start: installs, builds, then hands over to server.ts, which migrates, fills the catalogue and serves. Runs on the
// system's Node (20 or later); everything after it on the one that the project pins. Skips what is done already.
import { spawn } from 'node:child_process'
import { build, install, pinnedNode, quit } from './prepare.mjs'

// Loading the database library makes much garbage at once; a bounded young generation keeps it from becoming memory that
// the process holds for good; all that the portal keeps is bounded, and V8 need not put off collecting what it does not
// (docs/decisions/005). In step with bench/portal-process.ts.
const NODE_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=256']

// Told to end, npm ends its shell, which tells nobody: when that parent is gone, so is whoever started the portal.
const parent = process.ppid

try {
  install()
  build()
} catch (error) {
  quit(error)
}

const server = spawn(pinnedNode, [...NODE_FLAGS, 'server.ts', ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A terminal sends Ctrl+C to both; a supervisor knows only this process.
  process.on(signal, () => signal !== 'SIGINT' && server.kill(signal))
}
setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref()
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
