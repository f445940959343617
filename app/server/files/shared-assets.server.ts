import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { z } from 'zod'
import { contentType } from '../../lib/content-type-of-name.ts'
import { within } from '../../lib/within.ts'
import { listFiles } from '../http/stored-files.server.ts'
import { log } from '../process/log.server.ts'
import { storage } from './storage.server.ts'
import { BUILDS_FOLDER } from './storage-key.server.ts'

/** A file of a build. Browsers cache it for a year, since its name contains a hash of its content. */
export type Asset = { content: Buffer<ArrayBuffer>; type: string }

const LIFE_DAYS = 7
const REFRESH_MS = 12 * 3_600_000
const RETRY_MS = 60_000
const LOOK_MS = 1000
const PUT_MS = 10_000
/** Only the newest builds are loaded; more are not expected within a week. */
const MAX_BUILDS = 12

const bundleSchema = z.record(z.string().regex(/^[\w.-]+$/), z.base64())
const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/**
 * Stores the assets of this build in the nodes' shared storage, repeatedly while the portal runs, so that they remain
 * for a week after it stops; removes builds that nobody has stored for a week. Await it before serving pages. If the
 * storage is down, it waits briefly and tries again after one minute, two, four and so on, and other nodes do not have
 * this build until then. Returns a function that stops the timer.
 */
export async function shareAssets(folder: string): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  let failures = 0
  async function share(): Promise<void> {
    try {
      await within(PUT_MS, putBuild(folder))
      failures = 0
    } catch (error) {
      const why = (error as Error).message
      if (!failures++)
        log().warn(`The assets of this build are not in the shared storage, so no other node serves them: ${why}`)
    }
    const wait = failures ? Math.min(RETRY_MS * 2 ** (failures - 1), REFRESH_MS) : REFRESH_MS
    if (!isEnded) timer = setTimeout(() => void share(), wait).unref()
  }
  await share()
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

/** Stores the build as one file, named by a hash of the assets' names and the day, unless today's file exists. */
async function putBuild(folder: string): Promise<void> {
  const names = listFiles(folder)
    .filter((name) => !/\.(br|gz)$/.test(name))
    .toSorted()
  if (!names.length) return
  const build = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 20)
  const today = dayOf(Date.now())
  const stored = await listBuilds()
  if (!stored.some((one) => one.build === build && one.day === today)) {
    const contents = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'base64')))
    const bundle = JSON.stringify(Object.fromEntries(names.map((name, at) => [name, contents[at]])))
    await storage().put(`${BUILDS_FOLDER}/${build}/${today}.gz`, await pack(bundle), 'application/gzip')
  }
  const oldest = dayOf(Date.now() - LIFE_DAYS * 86_400_000)
  const over = stored.filter(({ build: of, day }) => day < oldest || (of === build && day < today))
  // If one remains, the build is stored all the same, and the next call tries again.
  for (const { key } of over)
    await storage()
      .remove(key)
      .catch(() => {})
}

type StoredBuild = { key: string; build: string; day: string }

/** Returns the stored builds, newest first. */
async function listBuilds(): Promise<StoredBuild[]> {
  const found: StoredBuild[] = []
  for await (const key of storage().list([BUILDS_FOLDER])) {
    const [, build, day] = /\/([0-9a-f]{20})\/(\d{4}-\d\d-\d\d)\.gz$/.exec(key) ?? []
    if (build && day) found.push({ key, build, day })
  }
  return found.toSorted((a, b) => b.day.localeCompare(a.day))
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/**
 * Returns a function that finds an asset of another node's build by its address, `/assets/…`; null if no recent build
 * has it.
 */
export function openSharedAssets(): (address: string) => Promise<Asset | null> {
  const loaded = new Map<string, Map<string, Asset>>()
  let looking: Promise<void> | null = null
  let lookedAt = -Infinity

  async function look(): Promise<void> {
    // Concurrent misses share one scan of the storage, and scans start at least a second apart.
    await sleep(Math.max(0, lookedAt + LOOK_MS - performance.now()))
    lookedAt = performance.now()
    const stored = (await listBuilds()).slice(0, MAX_BUILDS)
    for (const { key, build } of stored) if (!loaded.has(build)) loaded.set(build, await readBuild(key))
    for (const build of loaded.keys()) if (!stored.some((one) => one.build === build)) loaded.delete(build)
  }

  const find = (name: string) => [...loaded.values()].map((assets) => assets.get(name)).find(Boolean) ?? null
  return async (address) => {
    const [, name = ''] = /^\/assets\/([\w.-]+)$/.exec(address) ?? []
    if (!name) return null
    const known = find(name)
    if (known) return known
    looking ??= look().finally(() => (looking = null))
    // The storage logs its own errors.
    await looking.catch(() => {})
    return find(name)
  }
}

async function readBuild(key: string): Promise<Map<string, Asset>> {
  const stream = await storage().get(key)
  if (!stream) return new Map()
  const packed = Buffer.from(await new Response(stream).arrayBuffer())
  try {
    const bundle = bundleSchema.parse(JSON.parse(String(await unpack(packed, { maxOutputLength: MAX_BYTES }))))
    return new Map(
      Object.entries(bundle).map(([name, content]) => [
        name,
        { content: Buffer.from(content, 'base64'), type: contentType(name) },
      ]),
    )
  } catch (error) {
    log().warn(`${key} in the shared storage is damaged: ${(error as Error).message.split('\n')[0]}`)
    return new Map()
  }
}

const MAX_BYTES = 32 << 20
