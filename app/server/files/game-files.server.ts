import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { makeVariant, needsNoBody, sendVariant } from '../cache/variant.server.ts'
import { rangeOf } from '../http/byte-range.server.ts'
import { indexFiles, type FileIndex } from '../http/stored-files.server.ts'
import { baseHeaders } from '../http/security-headers.server.ts'
import { IMMUTABLE } from './assets.server.ts'
import { storage } from './storage.server.ts'

/**
 * What a game of ours may do: run its own scripts and WebAssembly, draw, prompt; nothing of the portal or other hosts.
 * `sandbox` without allow-same-origin gives it an opaque origin even when it is opened directly.
 */
const GAME_POLICY = gamePolicy(`script-src 'self' 'wasm-unsafe-eval'`, `base-uri 'none'`)

/**
 * The same for an uploaded game. In addition, its pages may contain inline scripts and evaluate code, as many engines
 * do. Its origin is opaque, so scripts cannot access the portal or players' data.
 */
const UPLOAD_POLICY = gamePolicy(
  `script-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:`,
  `worker-src 'self' data: blob:`,
  `base-uri 'self'`,
  `form-action 'none'`,
)

function gamePolicy(...rules: string[]): string {
  return [
    'sandbox allow-scripts allow-pointer-lock allow-forms allow-modals',
    `default-src 'self' data: blob:`,
    ...rules,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `object-src 'none'`,
    `frame-ancestors 'self'`,
  ].join('; ')
}

/** The games that the portal serves at `/play/`. `/play/x/` is the game's index.html. */
export function indexGameFiles(folder: string, siteUrl: string): FileIndex {
  const base = baseHeaders(siteUrl)
  const index = indexFiles({
    folder,
    base: '/play/',
    headersFor: ({ address }) => [...base, ...gameHeaders(cacheControl(address), GAME_POLICY)],
  })
  for (const [address, variants] of index) {
    if (address.endsWith('/index.html')) index.set(address.slice(0, -'index.html'.length), variants)
  }
  return index
}

function cacheControl(address: string): string {
  if (address.startsWith('/play/assets/')) return IMMUTABLE
  return /\.(html|js|css)$/.test(address) ? 'public, max-age=0, must-revalidate' : 'public, max-age=600'
}

function gameHeaders(cacheControl: string, policy: string): string[] {
  return [
    'Cache-Control',
    cacheControl,
    'Content-Security-Policy',
    policy,
    // Pages with an opaque origin request their own module scripts, fonts and data cross-origin, with `Origin: null`.
    'Access-Control-Allow-Origin',
    '*',
    'Cross-Origin-Resource-Policy',
    'cross-origin',
  ]
}

/** A file of an uploaded game in the storage. `key` contains a hash of the content, so the content never changes. */
export type StoredGameFile = { key: string; type: string; encoding: 'br' | 'gzip' | null; bytes: number }

/**
 * The result for an address below `/play/v…`. `isPreview`: only the token in the address permits reading the file.
 * `folder`: the page is at the same address with a trailing slash.
 */
export type FoundGameFile = (StoredGameFile & { isPreview: boolean }) | 'missing' | 'folder'

/**
 * Responds to a GET or HEAD for a file of an uploaded game, or a range of it, from the storage. Returns false if the
 * file is missing in the storage. Throws a StorageDownError.
 */
export async function sendGameFile(
  req: IncomingMessage,
  res: ServerResponse,
  { key, type, encoding, bytes, isPreview }: Exclude<FoundGameFile, string>,
  siteUrl: string,
): Promise<boolean> {
  const headers = [
    ...baseHeaders(siteUrl),
    ...gameHeaders(isPreview ? 'private, max-age=600' : IMMUTABLE, UPLOAD_POLICY),
    'Content-Type',
    type,
    ...(encoding ? ['Vary', 'Accept-Encoding'] : ['Accept-Ranges', 'bytes']),
  ]
  const etag = `"${key.replace(/\W/g, '').slice(-32)}"`
  const isDecoded = encoding !== null && !accepts(req, encoding)
  if (isDecoded) return sendDecoded(req, res, { key, encoding, headers: [...headers, 'ETag', `W/${etag}`] })
  const whole = makeVariant(200, headers, etag, encoding ?? 'identity', { file: key, start: 0, bytes })
  const variant = encoding || req.headers.range === undefined ? whole : rangeOf(req, whole)
  const { body } = variant
  if (Buffer.isBuffer(body) || !body.bytes || needsNoBody(req, variant)) {
    sendVariant(req, res, Buffer.isBuffer(body) || body.bytes ? variant : { ...variant, body: Buffer.alloc(0) })
    return true
  }
  const content = await storage().get(key, variant === whole ? undefined : body)
  if (!content) return false
  sendVariant(req, res, variant, () => Readable.fromWeb(content as never))
  return true
}

/** Decompresses a file for a client that does not support its encoding, such as a browser over HTTP. */
async function sendDecoded(
  req: IncomingMessage,
  res: ServerResponse,
  { key, encoding, headers }: { key: string; encoding: 'br' | 'gzip'; headers: string[] },
): Promise<boolean> {
  const content = req.method === 'HEAD' ? null : await storage().get(key)
  if (req.method !== 'HEAD' && !content) return false
  res.writeHead(200, headers)
  if (!content) res.end()
  // The client has left while the file was opened.
  else if (res.destroyed) await content.cancel()
  else {
    const decoder = encoding === 'br' ? createBrotliDecompress() : createGunzip()
    await pipeline(Readable.fromWeb(content as never), decoder, res).catch(() => res.destroy())
  }
  return true
}

function accepts(req: IncomingMessage, encoding: 'br' | 'gzip'): boolean {
  const header = req.headers['accept-encoding']
  const all = Array.isArray(header) ? header.join() : (header ?? '')
  return all
    .toLowerCase()
    .split(',')
    .some((one) => new RegExp(`^\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$).*)?$`).test(one))
}
