import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { prepared } from '../../db/query.server.ts'
import { config } from '../../server/process/config.server.ts'
import { FetchError, type FetchLimits, publicFetcher } from '../../server/http/fetch-public.server.ts'
import { largeWork } from '../../server/process/large-work.server.ts'
import { log } from '../../server/process/log.server.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'
import { freeSlot } from '../../server/http/fair-queue.server.ts'
import { pictureFormatOf } from '../../server/files/uploaded-picture.server.ts'
import { writeWhole } from '../../server/files/write-file-whole.server.ts'
import { listRecordedMissing, recordFoundPicture, recordMissingPicture } from './missing-pictures.server.ts'

/** The widths in which pictures are stored; both are 16:9. */
export const PICTURE_WIDTHS = [320, 640] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** After a provider's picture could not be fetched, it is not requested again for this long. */
const REFUSED_MS = 10 * 60_000
/**
 * An unreachable host is not contacted for a minute. Otherwise a page with a hundred pictures would wait for it a
 * hundred times.
 */
const HOST_DOWN_MS = 60_000
/** If storing a picture fails, none is fetched for a minute, since each request would download its picture in vain. */
const STORE_DOWN_MS = 60_000
const MAX_WAITING = 200

const state = {
  limit: pLimit(3),
  making: new Map<string, Promise<boolean>>(),
  refused: new LRUCache<string, true>({ max: 20_000, ttl: REFUSED_MS }),
  hostsDown: new LRUCache<string, true>({ max: 1000, ttl: HOST_DOWN_MS }),
  storeDownSince: -Infinity,
}

/**
 * Counts pictures: `running` are being processed, `waiting` are queued, and `making` is the number of promises that
 * requests share.
 */
export function picturesUnderWay(): { running: number; waiting: number; making: number } {
  return { running: state.limit.activeCount, waiting: state.limit.pendingCount, making: state.making.size }
}

sharp.concurrency(1)
sharp.cache(false)

/**
 * Returns the picture of a provider's game as WebP. The first request fetches it from the provider and stores it in
 * DATA_DIR, so that a visitor's browser contacts no third party before a game is played. Works for games of any status.
 * Returns null if the game has no picture, or if fetching fails or takes longer than `timeoutMs`. Records failures
 * (missing-pictures.server.ts).
 * @param limits of fetching; `allowLoopback` permits pictures on this machine
 */
export async function findStoredPicture(
  gameId: number,
  width: PictureWidth,
  timeoutMs = 15_000,
  limits: FetchLimits = {},
): Promise<Buffer | null> {
  const address = await findAddress(gameId)
  return address ? findPictureAt(address, width, timeoutMs, limits) : null
}

/**
 * The same for the URL of a picture, which must be on a host of a provider. Returns null for a path on this site.
 */
export async function findPictureAt(
  address: string,
  width: PictureWidth,
  timeoutMs = 15_000,
  limits: FetchLimits = {},
): Promise<Buffer | null> {
  if (address.startsWith('/')) return null
  const stored = await read(fileOf(address, width))
  if (stored) return stored
  if (isResting(address)) return null
  freeSlot()
  return (await soon(timeoutMs, make(address, limits))) ? read(fileOf(address, width)) : null
}

/** Returns a picture if this node has stored it. Fetches nothing. */
export function readStoredPicture(address: string, width: PictureWidth): Promise<Buffer | null> {
  return read(fileOf(address, width))
}

/** About 1 MB. */
const MAX_ADDRESSES = 5000

function findAddress(gameId: number): Promise<string | null> {
  const load = async () => {
    const [game] = await prepared<{ image_url: string | null }>(
      'picture-address',
      'select image_url from games where id = $1',
      [gameId],
    )
    return game?.image_url ?? null
  }
  return cachedByKey('picture addresses', String(gameId), ['games'], load, MAX_ADDRESSES)
}

/**
 * Returns the ids of games whose picture could not be fetched by any node within the last day and is not stored on this
 * node.
 */
export async function findMissingPictures(gameIds: number[]): Promise<Set<number>> {
  const noted = await listRecordedMissing(gameIds)
  const stored = await Promise.all(noted.map(({ address }) => read(fileOf(address, 320))))
  return new Set(noted.filter((_, at) => !stored[at]).map(({ id }) => id))
}

/** Resolves to the result of `work`, or to false after `ms`. The work continues. */
async function soon(ms: number, work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, ms, false)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function isResting(address: string): boolean {
  const { host } = new URL(address)
  return (
    performance.now() - state.storeDownSince < STORE_DOWN_MS || state.refused.has(address) || state.hostsDown.has(host)
  )
}

/**
 * Returns the path of a stored picture, named by a hash of its URL. So a changed URL is a new file, and a URL may be
 * longer than a file name.
 */
function fileOf(address: string, width: PictureWidth): string {
  const name = createHash('sha256').update(address).digest('base64url')
  return path.join(config().dataDir, 'pictures', name.slice(0, 2), `${name}-${width}.webp`)
}

async function read(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch {
    return null
  }
}

/** Concurrent requests for a picture share one fetch. */
function make(address: string, limits: FetchLimits): Promise<boolean> {
  const already = state.making.get(address)
  if (already) return already
  if (state.limit.pendingCount >= MAX_WAITING) return Promise.resolve(false)
  const made = state.limit(() => tryToMake(address, limits)).finally(() => state.making.delete(address))
  state.making.set(address, made)
  return made
}

/**
 * Fetches and stores a picture. The number of these tasks is limited. Recording the result is part of a task, so that a
 * hundred failures do not query the database at the same time.
 */
async function tryToMake(address: string, limits: FetchLimits): Promise<boolean> {
  if (isResting(address)) return false
  try {
    await store(address, await makeAll(address, await fetchWhole(address, limits)))
  } catch (error) {
    if (error instanceof StoreDown) {
      state.storeDownSince = performance.now()
      log().warn({ err: error.cause }, 'Pictures of games cannot be stored: none will be fetched for a minute')
      return false
    }
    if (!(error instanceof FetchError) && !(error instanceof UnreadablePicture)) throw error
    const isHostDown = error instanceof FetchError && (error.fault === 'silent' || error.fault === 'unknown host')
    if (isHostDown) state.hostsDown.set(new URL(address).host, true)
    else state.refused.set(address, true)
    await recordMissingPicture(address, isHostDown)
    return false
  }
  await recordFoundPicture(address)
  return true
}

class UnreadablePicture extends Error {}

class StoreDown extends Error {}

async function fetchWhole(address: string, limits: FetchLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const fetchPublic = publicFetcher({ maxBytes: 8e6, totalMs: 15_000, idleMs: 5000, ...limits })
  for await (const piece of fetchPublic(address)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function makeAll(address: string, original: Buffer): Promise<Map<PictureWidth, Buffer>> {
  if (!pictureFormatOf(original)) throw new UnreadablePicture(address)
  const made = new Map<PictureWidth, Buffer>()
  for (const width of PICTURE_WIDTHS) {
    const picture = await largeWork(() =>
      sharp(original, { limitInputPixels: 16.7e6, failOn: 'error' })
        .rotate()
        .resize(width, (width * 9) / 16, { fit: 'cover' })
        .webp({ quality: 78 })
        .toBuffer()
        .catch(() => {
          throw new UnreadablePicture(address)
        }),
    )
    made.set(width, picture)
  }
  return made
}

async function store(address: string, made: Map<PictureWidth, Buffer>): Promise<void> {
  for (const [width, picture] of made) {
    try {
      await writeWhole(fileOf(address, width), picture)
    } catch (error) {
      throw new StoreDown('A picture cannot be stored', { cause: error })
    }
  }
}
