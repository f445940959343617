import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod/mini'
import { boundaryOf, MAX_FIELDS, partsOf, tooManyFields } from './multipart/multipart.server.ts'
import { plain } from './responses.server.ts'
import { freeSlot } from './fair-queue.server.ts'

/** The limit for routes that do not set one. It is enough for each of our forms without a file. */
export const BODY_BYTES = 16 * 1024

/**
 * The maximum number of bytes of all bodies in memory. Uploads may not use the last part of it, so that forms still
 * arrive.
 */
const BUFFERED_BYTES = 24 << 20
const BUFFERED_UPLOAD_BYTES = 16 << 20
/** A longer body is an upload, since no form without a file is longer. */
const FORM_BYTES = 80 * 1024

type Body = { bytes: number; refuse: (why: Response) => void }

let buffered = 0
const arriving = new Set<Body>()

let unwanted = 0

/** Returns the body of a request, read from its socket. It reads only as much as the consumer pulls. */
export function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: NodeJS.AsyncIterator<Buffer> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        // The socket remains open for the response.
        chunks ??= incoming.iterator({ destroyOnReturn: false })
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        // Not awaited, since a slow client would block us.
        void chunks?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * How much of an unwanted body is read, so that its sender sees the response. Only a few are read at a time, since this
 * traffic is wasted.
 */
const UNWANTED_BYTES = 8 << 20
const UNWANTED_AT_ONCE = 4
const UNWANTED_MS = 5000

/**
 * Reads and discards the rest of a request's body; call it before responding. Returns false if the rest is too long.
 * The connection must then be closed, which most clients notice before they read the response.
 */
export async function readUnwanted(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return true
  const bytes = Number(incoming.headers['content-length'] ?? Infinity)
  if (bytes > UNWANTED_BYTES || unwanted >= UNWANTED_AT_ONCE) return false
  unwanted++
  const late = AbortSignal.timeout(UNWANTED_MS)
  const over = new AbortController()
  const signal = AbortSignal.any([late, over.signal])
  try {
    await Promise.race([once(incoming.resume(), 'end', { signal }), once(incoming, 'close', { signal })])
  } catch {
    // The client has disconnected, so nobody is waiting for a response, or it is too slow.
  } finally {
    unwanted--
    over.abort()
  }
  return incoming.complete
}

/**
 * Returns the form in a request's body of at most `bytes`. It is empty if the body is not a form, so that its fields
 * are reported as missing. If the route requires a player, check the session before. Throws a Response with a text for
 * users: 400, 413 or 503.
 */
export async function formOf(request: Request, bytes = BODY_BYTES): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  return holdBody(request, bytes, async (body) => {
    if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
      if (countOf(body, Buffer.from('&')) > MAX_FIELDS) throw tooManyFields()
      const form = new FormData()
      for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value)
      return form
    }
    const boundary = boundaryOf(type)
    return boundary === null ? new FormData() : readParts(body, boundary)
  })
}

/** Reads a multipart form. Node's own parser has no limits, so that a small body could block the thread for seconds. */
async function readParts(body: Buffer<ArrayBuffer>, boundary: string): Promise<FormData> {
  const form = new FormData()
  for await (const { name, fileName, content } of partsOf(new Response(body).body!.getReader(), boundary)) {
    const bytes = await buffer(content)
    if (name === null) continue
    if (fileName === null) form.append(name, bytes.toString())
    else form.append(name, new File([bytes], fileName))
  }
  return form
}

/**
 * Parses the JSON in a request's body of at most `bytes` by a schema; unknown fields are dropped. Throws a Response
 * with a text for users: 400 if it does not match the schema, otherwise like `formOf`.
 */
export async function readJson<Schema extends z.core.$ZodType>(
  request: Request,
  schema: Schema,
  bytes = BODY_BYTES,
): Promise<z.output<Schema>> {
  const sent = await holdBody(request, bytes, async (body) => parseJson(body.toString()))
  const parsed = z.safeParse(schema, sent)
  if (parsed.success) return parsed.data
  throw plain(400, 'The request could not be read. Please reload the page.')
}

/** Reads the whole body for `work`, within the limits for a single body and for all bodies. */
async function holdBody<T>(
  request: Request,
  maxBytes: number,
  work: (body: Buffer<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
  refused.catch(() => {})
  const body: Body = { bytes: 0, refuse }
  arriving.add(body)
  freeSlot()
  try {
    const whole = await readAll(request, maxBytes, body, refused)
    arriving.delete(body)
    return await work(whole)
  } finally {
    release(body)
  }
}

async function readAll(
  request: Request,
  maxBytes: number,
  body: Body,
  refused: Promise<never>,
): Promise<Buffer<ArrayBuffer>> {
  if (!request.body) return Buffer.alloc(0)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), refused])
      if (done) return Buffer.concat(chunks)
      if (body.bytes + value.length > maxBytes) throw tooLarge(maxBytes)
      makeRoom(body, value.length)
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    // The client has left, so this is only logged, and is not an error of the portal.
    throw error instanceof Response ? error : plain(400, 'The upload was interrupted. Please send it again.')
  }
}

/**
 * Counts bytes that have arrived. If there is no room for them, refuses the largest body that is still arriving, which
 * may be this one, so that a few stalled uploads do not lock others out.
 */
function makeRoom(body: Body, more: number): void {
  const limit = body.bytes + more > FORM_BYTES ? BUFFERED_UPLOAD_BYTES : BUFFERED_BYTES
  while (buffered + more > limit) {
    const largest = [...arriving].reduce((most, one) => (one.bytes > most.bytes ? one : most), body)
    if (largest.bytes <= body.bytes + more) throw busy()
    release(largest)
    largest.refuse(busy())
  }
  buffered += more
  body.bytes += more
}

function release(body: Body): void {
  arriving.delete(body)
  buffered -= body.bytes
  body.bytes = 0
}

function busy(): Response {
  return plain(503, 'Many uploads are arriving right now. Please try again in a moment.', { 'Retry-After': '5' })
}

function tooLarge(maxBytes: number): Response {
  const most = maxBytes < 1 << 20 ? `${Math.floor(maxBytes / 1024)} KB` : `${Math.floor(maxBytes / (1 << 20))} MB`
  return plain(413, `The request is larger than the limit of ${most}.`)
}

function countOf(body: Buffer, sign: Buffer): number {
  let count = 0
  for (let at = body.indexOf(sign); at >= 0 && count <= MAX_FIELDS; at = body.indexOf(sign, at + sign.length)) count++
  return count
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
