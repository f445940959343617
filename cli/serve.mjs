// Runs server.ts on the Node that the project pins and stays beside it, so that whatever ends this process, or is told to
// it, ends the portal (docs/decisions/016-however-it-is-stopped.md). Nothing is installed or built here.
import { spawn } from 'node:child_process'
import { pinnedNode } from './prepare.mjs'

// Loading the database library makes much garbage at once; a bounded young generation keeps it from becoming memory that
// the process holds for good. All that the portal keeps is bounded, so V8 need not put off collecting what it does not
// (docs/decisions/005-memory-is-bounded.md). In step with bench/portal-process.ts.
const NODE_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=256']

// Told to end, npm may end its shell, which tells nobody: when that parent is gone, so is whoever started the portal.
const parent = process.ppid

// The channel closes when this process dies, whatever it dies of: server.ts takes it for a signal.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
const server = spawn(pinnedNode, [...NODE_FLAGS, 'server.ts', ...process.argv.slice(2)], { stdio })
// Also when the whole group got it, as from a terminal: the portal takes several signals at once for one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref()
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
