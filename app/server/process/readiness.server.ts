import { hash, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { database } from '../../db/connection.server.ts'
import { within } from '../../lib/within.ts'
import { type Config, config } from './config.server.ts'
import { isDatabaseBusy } from '../../db/database-outage.server.ts'
import { log } from './log.server.ts'
import { findStoppedQueues } from '../jobs/queue-health.server.ts'
import { authSecret } from './secret.server.ts'
import { storageWarning } from '../files/storage.server.ts'

/** `text` has a line for each checked part of the portal. */
export type Readiness = { isReady: boolean; text: string }

/** `shown` is part of the response, and `why` is only logged. */
type Fault = { shown: string; why?: string }

export type Check = {
  /** Returns the fault, null if the part works, or undefined if this portal has no such part. */
  look: () => Promise<Fault | null | undefined>
  /** Whether pages work without this part. */
  isOptional?: boolean
}

const CHECKS: Record<string, Check> = {
  database: { look: checkDatabase },
  secret: { look: checkSecret },
  disk: { look: () => checkDataDir(config()) },
  queue: { look: checkQueues, isOptional: true },
}
const ANSWER_MS = 750
const LOOK_MS = 2000
const RECENT_MS = 250
const LEAST_MB = 64
/** Time in ms after a successful write in which the folder is not tested again. */
const WRITTEN_MS = 10_000

const faulty = new Set<string>()

let well: { readiness: Readiness; at: number } | null = null
let written = { folder: '', at: 0 }
let looking: Promise<Readiness> | null = null

/** Like `readReadiness`, but briefly caches a good result, so that frequent requests do not repeat the checks. */
export function recentReadiness(): Promise<Readiness> {
  if (well && performance.now() - well.at < RECENT_MS) return Promise.resolve(well.readiness)
  return (looking ??= readReadiness()
    .then((readiness) => {
      well = readiness.isReady ? { readiness, at: performance.now() } : null
      return readiness
    })
    .finally(() => (looking = null)))
}

/** Checks the parts that pages need. Logs each part that has failed or recovered since the last check. */
export async function readReadiness(checks = CHECKS): Promise<Readiness> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, { look, isOptional = false }]) => ({
      name,
      isOptional,
      fault: await look(),
    })),
  )
  for (const { name, fault } of found) reportChange(name, fault ?? null)
  const isReady = found.every(({ fault, isOptional }) => !fault || isOptional)
  const lines = found.flatMap(({ name, fault }) => (fault === undefined ? [] : `${name}: ${fault?.shown ?? 'ok'}`))
  const warning = storageWarning(config())
  if (warning) lines.push(`warning: ${warning}`)
  return { isReady, text: [isReady ? 'ready' : 'not ready', ...lines, ''].join('\n') }
}

/**
 * Whether a request may read the state of each part of the portal, instead of only the overall state. It may if its
 * bearer token is READYZ_TOKEN, or if it comes from this machine without a proxy.
 */
export function mayReadDetails({ headers, socket }: IncomingMessage): boolean {
  const { readyzToken } = config()
  if (readyzToken && isEqual(headers.authorization ?? '', `Bearer ${readyzToken}`)) return true
  const isForwarded = Object.keys(headers).some((name) => /^(?:x-forwarded-.*|x-real-ip|forwarded|via)$/.test(name))
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

/** Compares two texts in constant time. Hashing gives both the same length. */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}

/**
 * Checks readiness every two seconds, so that faults are logged even without requests. Returns a function that stops
 * the checks.
 */
export function watchReadiness(): () => void {
  const timer = setInterval(() => void recentReadiness(), LOOK_MS).unref()
  return () => clearInterval(timer)
}

function reportChange(name: string, fault: Fault | null): void {
  if (Boolean(fault) === faulty.has(name)) return
  if (fault) {
    faulty.add(name)
    log().warn(`The ${name} is not ready: ${fault.why ?? fault.shown}`)
  } else {
    faulty.delete(name)
    log().info(`The ${name} is ready again`)
  }
}

/** Checks the connections that pages use. A new connection might work while those hang or are all in use. */
async function checkDatabase(): Promise<Fault | null> {
  const pool = database().$client
  try {
    const { rows } = await within(ANSWER_MS, pool.query<Found>(FIND))
    if (!rows[0]?.hasTables) return { shown: 'its tables are missing' }
    return rows[0].isReadOnly ? { shown: 'it may not be written' } : null
  } catch (error) {
    const isBusy = isDatabaseBusy(error) || (pool.waitingCount > 0 && pool.isAnswering())
    return isBusy ? { shown: 'every connection is in use' } : { shown: 'no answer', why: messageOf(error) }
  }
}

type Found = { hasTables: boolean; isReadOnly: boolean }
const FIND = `
  select to_regclass('games') is not null as "hasTables",
    current_setting('transaction_read_only') = 'on' as "isReadOnly"`

async function checkQueues(): Promise<Fault | null | undefined> {
  const stopped = await findStoppedQueues()
  return stopped?.length ? { shown: `stopped: ${stopped.join(', ')}` } : stopped && null
}

async function checkSecret(): Promise<Fault | null> {
  try {
    authSecret()
    return null
  } catch (error) {
    return { shown: 'cannot be read', why: messageOf(error) }
  }
}

/** With an external database, the folder may not exist yet. With the embedded database, it must exist. */
async function checkDataDir({ dataDir, databaseUrl }: Config): Promise<Fault | null> {
  if (!databaseUrl && !existsSync(dataDir)) return { shown: 'DATA_DIR is gone' }
  return checkDisk(dataDir)
}

/**
 * Checks whether a folder, or its nearest existing parent, has enough free space, and whether the folder is writable,
 * since a broken disk becomes read-only. Returns the fault, or null.
 */
export async function checkDisk(folder: string, leastMb = LEAST_MB): Promise<Fault | null> {
  const fault = await checkRoom(folder, leastMb)
  if (fault || !existsSync(folder)) return fault
  if (written.folder === folder && performance.now() - written.at < WRITTEN_MS) return null
  // Always use the same name, so that killed processes leave at most one file, even in a shared folder.
  const file = path.join(folder, '.can-be-written')
  try {
    await writeFile(file, 'Playhall looks whether this folder can be written.\n')
    await rm(file, { force: true })
    written = { folder, at: performance.now() }
    return null
  } catch (error) {
    return { shown: 'cannot be written', why: messageOf(error) }
  }
}

async function checkRoom(folder: string, leastMb: number): Promise<Fault | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    const mb = Math.floor((bavail * bsize) / 2 ** 20)
    return mb < leastMb ? { shown: `${mb} MB of room left` } : null
  } catch (error) {
    const parent = path.dirname(folder)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== folder) return checkRoom(parent, leastMb)
    return { shown: 'cannot be read', why: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
