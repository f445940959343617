// Runs server.mjs on the pinned Node and remains its parent process, so that any cause that ends or signals this
// process also ends the portal (docs/decisions/016-stopping.md). It does not install or build anything.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { MALLOC, NODE_FLAGS } from './node-flags.mjs'
import { pinnedNode } from './prepare.mjs'

// When npm is stopped, it may end its shell without passing the signal on, or die while its shell continues. If either
// process has ended, the portal must stop.
const starters = parentsOf()

// The channel closes when this process dies for any reason, and server.mjs treats that as a signal.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
const server = spawn(pinnedNode, [...NODE_FLAGS, 'server.mjs', ...process.argv.slice(2)], {
  stdio,
  env: { ...MALLOC, ...process.env },
})
// Forward signals even if a terminal signals the whole group: the portal treats several signals at once as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
setInterval(() => parentsOf() !== starters && server.kill('SIGTERM'), 500).unref()
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/**
 * Returns the id of the parent process. Under npm, which runs a shell in between, the result also contains the id of
 * the grandparent.
 */
function parentsOf() {
  const parent = process.ppid
  const stat = `/proc/${parent}/stat`
  if (!process.env.npm_lifecycle_event || !existsSync(stat)) return String(parent)
  const text = readFileSync(stat, 'utf8')
  // The name may contain any characters. The fields after it are the state and the parent.
  return `${parent} ${text.slice(text.lastIndexOf(')') + 2).split(' ')[1]}`
}
