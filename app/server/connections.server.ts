import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from './client-address.server.ts'

/** Node's own timeouts, in ms: a connection is silent, the headers of a request are late, all of a request is late. */
const SILENT_MS = 30_000
const HEADERS_MS = 20_000
const REQUEST_MS = 120_000
/** All connections; and of one address, unless it is a proxy's. */
const MOST = 10_000
const MOST_OF_ONE = 500
/** Files and connections of the portal itself. */
const OWN_FILES = 200
/** Requests of a connection that are not answered yet: browsers and proxies send one after the other. */
const MOST_UNANSWERED = 4

const state = {
  of: new Map<string, number>(),
  unanswered: new WeakMap<Socket, number>(),
}

/**
 * Bounds what connections cost before any request of theirs is counted: how many there are, in all and of one address, and
 * how long one may be silent. `trustProxy`: then all are the proxies', who bound them.
 */
export function guardConnections(server: Server, trustProxy: number): void {
  server.timeout = SILENT_MS
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  server.maxConnections = Math.min(MOST, openFiles() - OWN_FILES)
  if (trustProxy) return
  server.on('connection', (socket) => {
    const who = addressGroup(socket.remoteAddress ?? '')
    const count = (state.of.get(who) ?? 0) + 1
    if (count > MOST_OF_ONE) {
      socket.destroy()
      return
    }
    state.of.set(who, count)
    socket.once('close', () => {
      const left = (state.of.get(who) ?? 1) - 1
      if (left) state.of.set(who, left)
      else state.of.delete(who)
    })
  })
}

/**
 * Whether a request is to be answered. A connection that sends many without waiting for their answers is cut: those that come
 * in one piece would all be answered before anybody else.
 */
export function mayAnswer({ socket }: IncomingMessage, res: ServerResponse): boolean {
  // Node still hands over the rest of the piece.
  if (socket.destroyed) return false
  const count = (state.unanswered.get(socket) ?? 0) + 1
  if (count > MOST_UNANSWERED) {
    socket.destroy()
    return false
  }
  state.unanswered.set(socket, count)
  // Not `finish`, which comes only once all is handed on; what comes in one piece is all heard before.
  res.once('close', () => state.unanswered.set(socket, (state.unanswered.get(socket) ?? 1) - 1))
  return true
}

/** How many files and connections this process may have open at once. */
function openFiles(): number {
  // Else it asks for the names of all addresses that are connected.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as unknown as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(report.userLimits?.open_files?.soft)
  return soft > 2 * OWN_FILES ? soft : soft > 0 ? OWN_FILES + soft / 2 : Infinity
}
