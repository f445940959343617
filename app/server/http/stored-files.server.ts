import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { contentType } from '../../lib/content-type-of-name.ts'
import { pickEncoding, type Encoding } from './encoding.server.ts'
import { rangeOf } from './byte-range.server.ts'
import { makeVariant, sendVariant, type Variant } from '../cache/variant.server.ts'

type Variants = Partial<Record<Encoding, Variant>>

/**
 * Files by path. It contains only files that were in the folder when it was read, so no path can lead out of the
 * folder.
 */
export type FileIndex = Map<string, Variants>

export type FileRoot = {
  folder: string
  /** The path at which the folder is served: `/` or `/play/`. */
  base: string
  /**
   * Returns a file's headers as names and values in turn, without length and ETag; null if the file must not be served.
   */
  headersFor: (file: { address: string; type: string }) => string[] | null
}

/** Larger files are read from disk for each response. */
const CACHED_BYTES = 512 * 1024
const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/** Indexes a folder, including the compressed files that `compressAssets` wrote. A missing folder counts as empty. */
export function indexFiles({ folder, base, headersFor }: FileRoot): FileIndex {
  const index: FileIndex = new Map()
  for (const relative of listFiles(folder)) {
    const file = path.join(folder, relative)
    if (isCompressedTwin(file)) continue
    const address = base + relative.split(path.sep).map(encodeURIComponent).join('/')
    const type = contentType(relative)
    const common = headersFor({ address, type })
    if (common) index.set(address, readVariants(file, [...common, 'Content-Type', type]))
  }
  return index
}

/**
 * Responds to GET or HEAD for a file or a range of it. Returns the status, or 0 if the file is not in the index.
 * `address` has no query.
 */
export function serveFile(index: FileIndex, address: string, req: IncomingMessage, res: ServerResponse): number {
  const variants = index.get(address)
  if (!variants) return 0
  const variant = (variants[pickEncoding(req.headers['accept-encoding'])] ?? variants.identity) as Variant
  return sendVariant(req, res, req.headers.range === undefined ? variant : rangeOf(req, variant))
}

/** Returns the files below a folder, relative to it, without hidden files and hidden folders. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((relative) => !relative.split(path.sep).some((part) => part.startsWith('.')))
}

function readVariants(file: string, common: string[]): Variants {
  const content = readFileSync(file)
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  const twins = (['br', 'gzip'] as const).filter((encoding) => isFresh(file, file + SUFFIXES[encoding]))
  const headers = [...common, ...(twins.length ? ['Vary', 'Accept-Encoding'] : ['Accept-Ranges', 'bytes'])]
  const variants: Variants = { identity: makeVariant(200, headers, `"${hash}"`, 'identity', keep(file, content)) }
  for (const encoding of twins) {
    const twin = file + SUFFIXES[encoding]
    const body = keep(twin, readFileSync(twin))
    variants[encoding] = makeVariant(200, headers, `"${hash}-${encoding}"`, encoding, body)
  }
  return variants
}

function keep(file: string, content: Buffer): Variant['body'] {
  return content.length <= CACHED_BYTES ? content : { file, start: 0, bytes: content.length }
}

function isFresh(file: string, twin: string): boolean {
  return existsSync(twin) && statSync(twin).mtimeMs >= statSync(file).mtimeMs
}

function isCompressedTwin(file: string): boolean {
  return Object.values(SUFFIXES).some((suffix) => file.endsWith(suffix) && existsSync(file.slice(0, -suffix.length)))
}
