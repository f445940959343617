import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * One encoding of a page or file with everything that its response needs, prepared once so that serving it is cheap.
 */
export type Variant = {
  status: number
  /** Names and values in turn, which `writeHead` takes without conversion. */
  headers: string[]
  notModifiedHeaders: string[]
  etag: string
  /** In memory, or `bytes` bytes of a file from `start`. */
  body: Buffer | { file: string; start: number; bytes: number }
}

/** `common`: the response headers without length, encoding and ETag. */
export function makeVariant(
  status: number,
  common: string[],
  etag: string,
  encoding: string,
  body: Variant['body'],
): Variant {
  const headers = [...common, 'ETag', etag]
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  headers.push('Content-Length', String(Buffer.isBuffer(body) ? body.length : body.bytes))
  return { status, headers, notModifiedHeaders: [...pickHeaders(common, CONFIRMED), 'ETag', etag], etag, body }
}

/**
 * Responds to a GET or HEAD, with a 304 if the client already has the variant. Returns the status. `open` returns the
 * content of a body that is neither in memory nor a file on this machine.
 */
export function sendVariant(
  req: IncomingMessage,
  res: ServerResponse,
  variant: Variant,
  open: (body: Exclude<Variant['body'], Buffer>) => Readable = openFile,
): number {
  if (isKnown(req, variant)) {
    res.writeHead(304, variant.notModifiedHeaders)
    res.end()
    return 304
  }
  const { status, headers, body } = variant
  res.writeHead(status, headers)
  if (req.method === 'HEAD') res.end()
  else if (Buffer.isBuffer(body)) res.end(body)
  else {
    const stream = open(body)
    stream.on('error', () => res.destroy())
    // The client may have left before, and `close` is emitted only once.
    if (res.destroyed) stream.destroy()
    res.on('close', () => stream.destroy())
    stream.pipe(res)
  }
  return status
}

function openFile({ file, start, bytes }: Exclude<Variant['body'], Buffer>): Readable {
  return createReadStream(file, { start, end: start + bytes - 1 })
}

/** Whether the response has only headers: for a HEAD, or as a 304. */
export function needsNoBody(req: IncomingMessage, variant: Variant): boolean {
  return req.method === 'HEAD' || isKnown(req, variant)
}

function isKnown(req: IncomingMessage, { status, etag }: Variant): boolean {
  const known = req.headers['if-none-match']
  return known !== undefined && status < 300 && matchesEtag(known, etag)
}

/** Compares weakly with each entry of a list, or with `*` (RFC 9110 13.1.2). */
function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.includes(etag) && header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

// A 304 repeats these headers (RFC 9110 15.4.5).
const CONFIRMED = new Set(['cache-control', 'cdn-cache-control', 'vary', 'content-location', 'expires'])

function pickHeaders(flat: string[], names: Set<string>): string[] {
  return flat.filter((_, i) => names.has((flat[i - (i % 2)] as string).toLowerCase()))
}
