import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from './client-address.server.ts'

/** Node's own timeouts, in ms: for a silent connection, the headers of a request, and a whole request. */
const SILENT_MS = 30_000
const HEADERS_MS = 20_000
const REQUEST_MS = 120_000
/** Maximum connections, in all and per address, unless it is a proxy's. */
const MAX_CONNECTIONS = 10_000
const MAX_PER_ADDRESS = 500
/** Reserved for the portal's own files and connections. */
const OWN_FILES = 200
/** Maximum pending requests of a connection: browsers and proxies send one after another. */
const MAX_UNANSWERED = 4

const state = {
  of: new Map<string, number>(),
  unanswered: new WeakMap<Socket, number>(),
}

/**
 * Bounds what connections cost before any request is counted: their number, in all and per address, and how long one
 * may be silent. With `trustProxy`, all connections are the proxies', which must limit them per address.
 */
export function guardConnections(server: Server, trustProxy: number): void {
  server.timeout = SILENT_MS
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  server.maxConnections = Math.min(MAX_CONNECTIONS, openFiles() - OWN_FILES)
  if (trustProxy) return
  server.on('connection', (socket) => {
    const who = addressGroup(socket.remoteAddress ?? '')
    const count = (state.of.get(who) ?? 0) + 1
    if (count > MAX_PER_ADDRESS) {
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
 * Whether to answer a request. A connection that sends many without waiting for responses is cut: requests that arrive
 * in one piece would all be answered before anybody else's.
 */
export function mayAnswer({ socket }: IncomingMessage, res: ServerResponse): boolean {
  // Node still delivers the rest of the piece.
  if (socket.destroyed) return false
  const count = (state.unanswered.get(socket) ?? 0) + 1
  if (count > MAX_UNANSWERED) {
    socket.destroy()
    return false
  }
  state.unanswered.set(socket, count)
  // Not `finish`: it comes only once everything is handed on, and all requests in one piece are heard before that.
  res.once('close', () => state.unanswered.set(socket, (state.unanswered.get(socket) ?? 1) - 1))
  return true
}

/** How many files and connections this process may have open at once. */
function openFiles(): number {
  // Otherwise the report looks up the host names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as unknown as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(report.userLimits?.open_files?.soft)
  return soft > 2 * OWN_FILES ? soft : soft > 0 ? OWN_FILES + soft / 2 : Infinity
}
