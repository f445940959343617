import { renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { registerDepartures } from './accounts/account/delete-account.server.ts'
import { DEPARTURES } from './departures.server.ts'
import { deferredStart } from './late-start.server.ts'
import { ListedHostsContext } from './games/stage/listed-hosts-context.ts'
import { NonceContext } from './ui/nonce.ts'
import { recordDatabaseDown } from './server/http/database-health.server.ts'
import { requestState, scriptNonce } from './server/http/request-state.server.ts'
import { log } from './server/process/log.server.ts'

registerDepartures(DEPARTURES)

/**
 * Renders the whole page before it responds: the inline scripts must be known before the headers are sent (page cache,
 * CSP by hashes), and nothing on a public page streams late. It renders to one string, since streaming through encoders
 * and back costs a third more (docs/decisions/006-pages-are-rendered-whole.md).
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const nonce = scriptNonce()
  const loaded = await drainLoaderData(context)
  const page = renderToString(
    <NonceContext value={nonce}>
      <ListedHostsContext value={requestState()?.gameHosts.join(' ')}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </ListedHostsContext>
    </NonceContext>,
  )
  const end = page.lastIndexOf('</body>')
  const html = `<!DOCTYPE html>${page.slice(0, end)}${deferredStart(loaded, nonce)}${page.slice(end)}`
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const state = requestState()
  if (state) state.html = html
  return new Response(state ? null : html, { status, headers })
}

/** Takes the loaders' data, which the router would stream after the page; `deferredStart` passes it on. */
async function drainLoaderData(context: EntryContext): Promise<string> {
  const loaded = await new Response(context.serverHandoffStream).text()
  delete context.serverHandoffStream
  return loaded
}

export const handleError: HandleErrorFunction = (error, { request }) => report(error, request)

/** Logs a bug, once. Missing pages and refusals are responses, not faults. */
function report(error: unknown, request: Request): void {
  if (request.signal.aborted || recordDatabaseDown(error)) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  log().error({ err: error, path: new URL(request.url).pathname }, 'A page failed')
}
