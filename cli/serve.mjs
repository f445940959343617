// Runs server.mjs on the pinned Node and stays as its parent, so that whatever ends or signals this process also ends
// the portal (docs/decisions/016-stopping.md). Installs and builds nothing.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { MALLOC, NODE_FLAGS } from './node-flags.mjs'
import { pinnedNode } from './prepare.mjs'

// When npm is stopped, it may end its shell without passing the signal on, or die and leave its shell running. If
// either is gone, the portal must stop.
const starters = parentsOf()

// The channel closes when this process dies for any reason; server.mjs treats that as a signal.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
const server = spawn(pinnedNode, [...NODE_FLAGS, 'server.mjs', ...process.argv.slice(2)], {
  stdio,
  env: { ...MALLOC, ...process.env },
})
// Forwarded even if a terminal signals the whole group: the portal treats several signals at once as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
setInterval(() => parentsOf() !== starters && server.kill('SIGTERM'), 500).unref()
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** The parent's id. Under npm, which runs a shell in between, also the grandparent's. */
function parentsOf() {
  const parent = process.ppid
  const stat = `/proc/${parent}/stat`
  if (!process.env.npm_lifecycle_event || !existsSync(stat)) return String(parent)
  const text = readFileSync(stat, 'utf8')
  // The fields after the name, which may contain anything: state and parent.
  return `${parent} ${text.slice(text.lastIndexOf(')') + 2).split(' ')[1]}`
}
