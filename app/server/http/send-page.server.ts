import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { outgoingCacheControl, readSharingPolicy } from '../cache/page-cache-policy.server.ts'
import { sendVariant, type Variant } from '../cache/variant.server.ts'
import { encodeOnce, isCompressible } from './encoding.server.ts'
import { pairs, type Rendered } from './render.server.ts'
import { readUnwanted } from './request-body.server.ts'

type NodeContext = Pick<Context<{ Bindings: HttpBindings }>, 'env' | 'req'>

/** Sends a shared page directly to the socket, since a Response would copy its bytes twice. */
export function sendShared(c: NodeContext, variant: Variant): Response {
  sendVariant(c.env.incoming, c.env.outgoing, variant)
  return RESPONSE_ALREADY_SENT
}

/**
 * Sends a page to this client only. `isOwn`: the request has a session. `key`: the page's key in the page cache, if the
 * page could have been shared.
 */
export async function sendOwn(c: NodeContext, page: Rendered, isOwn: boolean, key = ''): Promise<Response> {
  const headers = new Headers(page.headers)
  const policy = readSharingPolicy(page.status, headers)
  // Pictures are the same for everybody. A response that starts or ends a session is as private as one within it.
  const isPrivate = isOwn && !headers.get('content-type')?.startsWith('image/')
  if (isPrivate || headers.has('set-cookie')) headers.set('Cache-Control', 'private, no-store')
  else if (policy) for (const [name, value] of pairs(outgoingCacheControl(policy, key))) headers.set(name, value)
  else if (!headers.has('cache-control')) headers.set('Cache-Control', 'private, no-cache')
  const bodiless = c.req.method === 'HEAD' || page.status === 204 || page.status === 304
  if (page.stream) {
    if (bodiless) await page.stream.cancel()
    return new Response(bodiless ? null : page.stream, { status: page.status, headers })
  }
  let { body } = page
  if (isCompressible(headers.get('content-type'), body.length)) {
    if (!headers.has('vary')) headers.set('Vary', 'Accept-Encoding')
    const encoded = await encodeOnce(body, c.req.header('accept-encoding'))
    if (encoded.encoding !== 'identity') headers.set('Content-Encoding', encoded.encoding)
    body = encoded.body
  }
  if (page.status !== 204 && page.status !== 304) headers.set('Content-Length', String(body.length))
  if (!(await readUnwanted(c.env.incoming))) headers.set('Connection', 'close')
  c.env.outgoing.writeHead(page.status, [...headers].flat()).end(bodiless ? null : body)
  return RESPONSE_ALREADY_SENT
}
