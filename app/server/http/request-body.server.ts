import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod/mini'
import { plain } from './responses.server.ts'
import { freeSlot } from './fair-queue.server.ts'

/** The limit of routes that set none: enough for any of our forms. */
export const BODY_BYTES = 16 * 1024

/** None of our forms has more. */
const MAX_FIELDS = 100
/**
 * Bytes of all bodies in memory at once. Uploads may not use the last part of it, so that they never keep out a form.
 */
const BUFFERED_BYTES = 24 << 20
const BUFFERED_UPLOAD_BYTES = 16 << 20
/** No form without a file is longer. */
const FORM_BYTES = 80 * 1024

type Body = { bytes: number; refuse: (why: Response) => void }

let buffered = 0
const arriving = new Set<Body>()

let unwanted = 0

/** A request's body from its socket. Nothing is read before the consumer pulls, and no more than that. */
export function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: NodeJS.AsyncIterator<Buffer> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        // The socket stays open for the response.
        chunks ??= incoming.iterator({ destroyOnReturn: false })
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        // Not awaited: a client that sends drop by drop would keep us waiting.
        void chunks?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * How much of an unwanted body is read, so that its sender sees the response; for a few at a time, since it is wasted.
 */
const UNWANTED_BYTES = 8 << 20
const UNWANTED_AT_ONCE = 4
const UNWANTED_MS = 5000

/**
 * Reads and discards the rest of a request's body; call it before responding. False if that would be too much: then the
 * connection must be closed, which most senders notice before they read the response.
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
    // The client broke off, and nobody is left to respond to, or it takes too long.
  } finally {
    unwanted--
    over.abort()
  }
  return incoming.complete
}

/**
 * The form in a request's body, of at most `bytes`; empty if the body is not a form, so that its fields are reported as
 * missing. Call it once the player is known, if the route needs one. Throws a Response with a text for people: 400,
 * 413, 503.
 */
export async function formOf(request: Request, bytes = BODY_BYTES): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  return holdBody(request, bytes, async (body) => {
    if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
      refuseMany(countOf(body, Buffer.from('&')))
      const form = new FormData()
      for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value)
      return form
    }
    const boundary = /^multipart\/form-data;.*\bboundary="?([^";]{1,70})/i.exec(type)?.[1]
    if (!boundary) return new FormData()
    refuseMany(countOf(body, Buffer.from(`--${boundary}`)))
    const parsed = new Response(body, { headers: { 'Content-Type': type } }).formData()
    return parsed.catch(() => new FormData())
  })
}

/**
 * The JSON of a request's body, of at most `bytes`, parsed by a schema; other fields are dropped. Throws a Response
 * with a text for people: 400 if it does not match, and as `formOf` does.
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

/** Reads the whole body for `work`, within the limits per body and in all. */
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
    // The client is gone: this only becomes a line of the log, and is no fault of ours.
    throw error instanceof Response ? error : plain(400, 'The upload was interrupted. Please send it again.')
  }
}

/**
 * Counts bytes that have arrived. If there is no room for them, refuses the largest body that is still arriving,
 * perhaps this one, so that a few clients who stall during an upload do not keep out the others.
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
  return plain(413, `That is larger than the limit of ${most}.`)
}

function refuseMany(parts: number): void {
  if (parts > MAX_FIELDS) throw plain(400, 'The form has too many fields.')
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
