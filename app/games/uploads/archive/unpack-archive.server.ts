import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createBrotliCompress, createBrotliDecompress, createGunzip } from 'node:zlib'
import { openPromise, type ZipFile } from 'yauzl'
import { isCompressible } from '../../../server/http/encoding.server.ts'
import { ARCHIVE_LIMITS } from './archive-rules.ts'
import { ArchiveRefused, BOMB, type GameEntry, isBomb, readEntries, tooLarge } from './archive-entries.server.ts'
import { PARSED_BYTES, placeBridge } from './insert-bridge.ts'

/** A file of an unpacked game, ready to be stored. */
export type UnpackedFile = {
  path: string
  /** The path on this machine. */
  file: string
  /** The SHA-256 hash of the stored content, in hex. */
  hash: string
  /** The size of the stored content. */
  bytes: number
  contentType: string
  encoding: 'br' | 'gzip' | null
}

export type UnpackedGame = {
  /** The folder of the game in the archive, with a trailing slash; empty at the top level. */
  root: string
  files: UnpackedFile[]
  /** The unpacked size of all files in the archive. */
  bytes: number
}

/** The remaining bytes for unpacking and decoding, and the bytes unpacked so far. */
type Budget = { left: number; unpacked: number }

/**
 * Validates the zip in `archive` and unpacks its game into `folder`, one file after another, with the bridge in its
 * pages. Throws an ArchiveRefused. The caller deletes the folder.
 */
export async function unpackArchive(archive: string, folder: string): Promise<UnpackedGame> {
  const zip = await openPromise(archive, { autoClose: false, decodeStrings: false, lazyEntries: true }).catch(notAZip)
  try {
    const { root, entries } = await readEntries(zip).catch(notAZip)
    const budget: Budget = { left: ARCHIVE_LIMITS.unpackedBytes, unpacked: 0 }
    const files: UnpackedFile[] = []
    for (const [at, entry] of entries.entries()) {
      files.push(await unpackFile(zip, entry, path.join(folder, String(at)), budget))
    }
    return { root, files, bytes: budget.unpacked }
  } finally {
    zip.close()
  }
}

function notAZip(error: Error): never {
  if (error instanceof ArchiveRefused) throw error
  // An error of this machine, such as a full disk, is not the fault of the file.
  if ((error as NodeJS.ErrnoException).syscall) throw error
  throw new ArchiveRefused('This is not a zip, or it is damaged. Create the zip again and retry')
}

async function unpackFile(zip: ZipFile, entry: GameEntry, file: string, budget: Budget): Promise<UnpackedFile> {
  const { path, name } = entry
  const isText = /^text\/|json|xml|javascript/.test(entry.contentType)
  const count = countBytes(entry, budget)
  const text = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = isText
  const check = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      isUtf8 &&= decodes(text, chunk)
      yield chunk
    }
    isUtf8 &&= decodes(text)
  }
  const source = await zip.openReadStreamPromise(entry.entry).catch((error: Error) => damaged(error, name))
  // Pages are always decoded, even if they are compressed within the archive, because the bridge is inserted into them.
  const decoder = entry.isPage ? decoderOf(entry.encoding) : null
  const steps = decoder ? [count.inner, decoder, count.outer] : [count.inner]
  await pipeline([source, ...steps, check, createWriteStream(file)] as never).catch((error: Error) =>
    damaged(error, name),
  )
  if (entry.isPage) await insertBridgeInto(file)
  const encoding = decoder ? null : await trueEncoding(entry.encoding, file)
  if (encoding) await checkDecoded(file, encoding, count.outer, name)
  const contentType = isUtf8 || !isText || encoding ? entry.contentType : entry.contentType.replace(/;.*/, '')
  return { path, contentType, ...(await finishFile(file, contentType, encoding)) }
}

/** Counts the bytes that are really unpacked, whatever the archive declares, and verifies the checksum. */
function countBytes({ entry, name }: GameEntry, budget: Budget) {
  let bytes = 0
  let sum = 0
  const spend = (length: number) => {
    budget.left -= length
    if (budget.left < 0) throw tooLarge()
  }
  return {
    inner: async function* (this: void, chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        sum = crc32(chunk, sum)
        if (isBomb(bytes, entry.compressedSize)) throw new ArchiveRefused(BOMB, name)
        spend(chunk.length)
        budget.unpacked += chunk.length
        yield chunk
      }
      if (sum !== entry.crc32) throw new ArchiveRefused('it is damaged', name)
    },
    outer: async function* (this: void, chunks: AsyncIterable<Buffer>) {
      let unpacked = 0
      for await (const chunk of chunks) {
        unpacked += chunk.length
        if (isBomb(unpacked, bytes)) throw new ArchiveRefused(BOMB, name)
        spend(chunk.length)
        yield chunk
      }
    },
  }
}

function damaged(error: Error, name: string): never {
  const { syscall } = error as NodeJS.ErrnoException
  throw error instanceof ArchiveRefused || syscall ? error : new ArchiveRefused('it is damaged', name)
}

function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/**
 * Decodes a file only to measure it, because the portal decodes it for each client that does not support the encoding.
 */
async function checkDecoded(
  file: string,
  encoding: 'br' | 'gzip',
  count: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
  name: string,
): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const steps = [createReadStream(file), decoderOf(encoding), count, nowhere]
  await pipeline(steps as never).catch((error: Error) => damaged(error, name))
}

function decoderOf(encoding: GameEntry['encoding']): Transform | null {
  if (!encoding) return null
  return encoding === 'br' ? createBrotliDecompress() : createGunzip()
}

/** A file may be named `.gz` without being compressed. Browsers could not decode it. */
async function trueEncoding(encoding: GameEntry['encoding'], file: string): Promise<GameEntry['encoding']> {
  if (encoding !== 'gzip') return encoding
  const start = await readStart(file, 2)
  return start[0] === 0x1f && start[1] === 0x8b ? encoding : null
}

async function insertBridgeInto(file: string): Promise<void> {
  const place = placeBridge(await readStart(file, PARSED_BYTES))
  if (!place) return
  const whole = `${file}.page`
  const pieces = async function* () {
    if (place.at) yield* createReadStream(file, { end: place.at - 1 })
    yield place.bytes
    yield* createReadStream(file, { start: place.at })
  }
  await pipeline(Readable.from(pieces()), createWriteStream(whole))
  await pipeline(createReadStream(whole), createWriteStream(file))
  await rm(whole)
}

async function readStart(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Compresses a file if that makes it smaller, as the build does for the portal's own files, and hashes it. */
async function finishFile(file: string, contentType: string, encoding: UnpackedFile['encoding']) {
  const { size } = await stat(file)
  if (encoding || !isCompressible(contentType, size)) return { file, encoding, bytes: size, hash: await hashOf(file) }
  const packed = `${file}.br`
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: size }
  await pipeline(createReadStream(file), createBrotliCompress({ params }), createWriteStream(packed))
  const { size: packedSize } = await stat(packed)
  if (packedSize >= size) return { file, encoding, bytes: size, hash: await hashOf(file) }
  await rm(file)
  return { file: packed, encoding: 'br' as const, bytes: packedSize, hash: await hashOf(packed) }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
