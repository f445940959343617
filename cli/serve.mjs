// Runs server.mjs on the Node that the project pins and stays beside it, so that whatever ends this process, or is told to
// it, ends the portal (docs/decisions/016-however-it-is-stopped.md). Nothing is installed or built here.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { MALLOC, NODE_FLAGS } from './node-flags.mjs'
import { pinnedNode } from './prepare.mjs'

// Told to end, npm may end its shell, which tells nobody, or die and leave its shell: when either of them is gone, so is
// whoever started the portal.
const starters = parentsOf()

// The channel closes when this process dies, whatever it dies of: server.mjs takes it for a signal.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
const server = spawn(pinnedNode, [...NODE_FLAGS, 'server.mjs', ...process.argv.slice(2)], {
  stdio,
  env: { ...MALLOC, ...process.env },
})
// Also when the whole group got it, as from a terminal: the portal takes several signals at once for one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
setInterval(() => parentsOf() !== starters && server.kill('SIGTERM'), 500).unref()
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** The parent, and under npm, which stands behind a shell, its parent. */
function parentsOf() {
  const parent = process.ppid
  const stat = `/proc/${parent}/stat`
  if (!process.env.npm_lifecycle_event || !existsSync(stat)) return String(parent)
  const text = readFileSync(stat, 'utf8')
  // After the name, which may hold anything: state and parent.
  return `${parent} ${text.slice(text.lastIndexOf(')') + 2).split(' ')[1]}`
}
