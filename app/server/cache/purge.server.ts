import pg from 'pg'
import type { Transaction } from '../../db/connection.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import type { Tag } from './cache-headers.server.ts'
import { within } from '../../lib/within.ts'

const CHANNEL = 'playhall_purge'
// A notification can contain at most 8,000 bytes.
const MAX_TAGS_BYTES = 7000
const ANSWER_MS = 1500
const HEARTBEAT_MS = 3000

/**
 * Drops the shared pages with one of the tags on every node, within milliseconds. Pass the transaction of the write:
 * pages are then dropped only if it commits.
 */
export async function purgePages(tags: Tag[], tx?: Transaction): Promise<void> {
  for (const batch of inBatches([...new Set(tags)])) {
    const values = [CHANNEL, JSON.stringify({ tags: batch })]
    await (tx ? preparedIn(tx, 'purge', NOTIFY, values) : prepared('purge', NOTIFY, values))
  }
}

const NOTIFY = 'select pg_notify($1, $2)'

export type PurgeListener = {
  connection: pg.PoolConfig
  onPurge: (tags: string[]) => void
  /** Called after a reconnect, since purges may have been missed. */
  onGap: () => void
  /** Called after each connect, including the first: data that was read before may have changed without a notice. */
  onHearing?: () => void
}

/**
 * Listens for purges from all nodes on a separate connection, and reconnects if the connection breaks or hangs. Returns
 * a function that stops it.
 */
export function listenForPurges({ connection, onPurge, onGap, onHearing }: PurgeListener): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let attempts = 0
  let connectedBefore = false
  let closed = false

  async function connect(): Promise<void> {
    const mine = new pg.Client({ keepAlive: true, connectionTimeoutMillis: ANSWER_MS, ...connection })
    client = mine
    let lost = false
    let heartbeat: NodeJS.Timeout | undefined
    const retry = () => {
      clearInterval(heartbeat)
      if (lost || closed) return
      lost = true
      mine.end().catch(() => {})
      timer = setTimeout(connect, Math.min(100 * 2 ** attempts++, 2000))
      timer.unref()
    }
    mine.on('error', retry)
    mine.on('end', retry)
    mine.on('notification', ({ payload }) => onPurge(readTags(payload)))
    const listen = () => within(ANSWER_MS, mine.query(`listen ${CHANNEL}`))
    try {
      await within(ANSWER_MS, mine.connect())
      await listen()
      attempts = 0
      if (connectedBefore) onGap()
      connectedBefore = true
      onHearing?.()
      // LISTEN a second time has no effect, but shows whether the server responds.
      heartbeat = setInterval(() => void listen().catch(retry), HEARTBEAT_MS)
      heartbeat.unref()
    } catch {
      retry()
    }
  }

  void connect()
  return async () => {
    closed = true
    clearTimeout(timer)
    if (client) await within(ANSWER_MS, client.end()).catch(() => {})
  }
}

function readTags(payload: string | undefined): string[] {
  try {
    const { tags } = JSON.parse(payload ?? '') as { tags?: unknown }
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
  } catch {
    return []
  }
}

function* inBatches(tags: string[]): Generator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const tag of tags) {
    bytes += Buffer.byteLength(tag) + 3
    if (bytes > MAX_TAGS_BYTES && batch.length) {
      yield batch
      batch = []
      bytes = Buffer.byteLength(tag) + 3
    }
    batch.push(tag)
  }
  if (batch.length) yield batch
}
