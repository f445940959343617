import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from './client-address.server.ts'

/** Node's timeouts in ms: for a connection without data, for the headers of a request, and for a whole request. */
const SILENT_MS = 30_000
const HEADERS_MS = 20_000
const REQUEST_MS = 120_000
/** The maximum number of connections in all, and per address unless the connections are a proxy's. */
const MAX_CONNECTIONS = 10_000
const MAX_PER_ADDRESS = 500
/** File descriptors reserved for the portal's own files and connections. */
const OWN_FILES = 200
/** The maximum number of pending requests of a connection. Browsers and proxies send one after another. */
const MAX_UNANSWERED = 4

const state = {
  of: new Map<string, number>(),
  unanswered: new WeakMap<Socket, number>(),
}

/**
 * Limits the cost of connections before any request is counted: their number in all and per address, and how long one
 * may be silent. With `trustProxy`, all connections come from proxies, which must limit them per address themselves.
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
 * Whether to respond to a request. A connection that sends many requests without waiting for responses is closed, since
 * requests that arrive in one chunk would all be processed before those of other clients.
 */
export function mayAnswer(req: IncomingMessage, res: ServerResponse): boolean {
  const { socket } = req
  // Node still delivers the requests in the rest of the chunk.
  if (socket.destroyed) return false
  const count = (state.unanswered.get(socket) ?? 0) + 1
  if (count > MAX_UNANSWERED) {
    socket.destroy()
    return false
  }
  state.unanswered.set(socket, count)
  // Without this listener, Node would also close a connection whose client waits while the portal works, for example
  // while it unpacks a zip. The portal would complete the work, but the client would not know.
  res.on('timeout', () => {
    if (!req.complete || res.headersSent) socket.destroy()
  })
  // Not `finish`, which is emitted only after the whole response was passed on. By then, all requests of the chunk
  // would have been received.
  res.once('close', () => state.unanswered.set(socket, (state.unanswered.get(socket) ?? 1) - 1))
  return true
}

/** Returns how many files and connections this process may have open at once. */
function openFiles(): number {
  // Otherwise the report would look up the host names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as unknown as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(report.userLimits?.open_files?.soft)
  return soft > 2 * OWN_FILES ? soft : soft > 0 ? OWN_FILES + soft / 2 : Infinity
}
