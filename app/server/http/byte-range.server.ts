import type { IncomingMessage } from 'node:http'
import type { Variant } from '../cache/variant.server.ts'

/**
 * Returns the requested range of a file as a 206, or a 416 if the file has no such bytes. Safari needs ranges to play
 * sound and video. Returns the whole file where RFC 9110 14.2 allows it: for several ranges, other units, or an
 * If-Range with a different version.
 */
export function rangeOf(req: IncomingMessage, full: Variant): Variant {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(req.headers.range ?? '') ?? []
  const version = req.headers['if-range']
  if (req.method !== 'GET' || from === undefined || !(from || to)) return full
  if (version !== undefined && version !== full.etag) return full

  const { body } = full
  const size = Buffer.isBuffer(body) ? body.length : body.bytes
  // `-500` means the last 500 bytes.
  const first = from ? Number(from) : Math.max(0, size - Number(to))
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1
  const bytes = last - first + 1
  if (bytes <= 0) return uncached(part(full, 416, `*/${size}`, Buffer.alloc(0)))
  const content = Buffer.isBuffer(body) ? body.subarray(first, last + 1) : { ...body, start: first, bytes }
  return part(full, 206, `${first}-${last}/${size}`, content)
}

function part(full: Variant, status: number, range: string, body: Variant['body']): Variant {
  const length = Buffer.isBuffer(body) ? body.length : body.bytes
  // The last header of a variant is its length.
  const headers = [...full.headers.slice(0, -1), String(length), 'Content-Range', `bytes ${range}`]
  return { ...full, status, headers, body }
}

/** Prevents shared caches from sending one client's 416 to others. */
function uncached(variant: Variant): Variant {
  const { headers } = variant
  return { ...variant, headers: headers.map((value, at) => (headers[at - 1] === 'Cache-Control' ? 'no-store' : value)) }
}
