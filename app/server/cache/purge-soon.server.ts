import { onShutdown } from '../http/shutdown.server.ts'
import { log } from '../process/log.server.ts'
import { purgePages } from './purge.server.ts'
import type { Tag } from './cache-headers.server.ts'

/**
 * How long tags are collected. Visitors see counts that are at most this old, and counts do not cause more frequent
 * renders.
 */
const GATHERED_MS = 5000

/** Limited by the number of games and posts with counts. */
const gathered = { tags: new Set<Tag>(), timer: null as NodeJS.Timeout | null }

/**
 * Purges pages on all nodes within seconds, in one batch. Use it for counts, which change with each click. Call it
 * after the commit, unlike `purgePages`, which takes the transaction.
 */
export function purgeSoon(tags: Tag[]): void {
  for (const tag of tags) gathered.tags.add(tag)
  if (gathered.timer) return
  wait()
  onShutdown('gathered purges', purgeGathered)
}

/** Purges the collected tags. On failure they remain collected, and the error is thrown. */
export async function purgeGathered(): Promise<void> {
  if (gathered.timer) clearTimeout(gathered.timer)
  gathered.timer = null
  const tags = [...gathered.tags]
  gathered.tags.clear()
  try {
    await purgePages(tags)
  } catch (error) {
    for (const tag of tags) gathered.tags.add(tag)
    throw error
  }
}

function wait(): void {
  gathered.timer ??= setTimeout(() => void purgeQuietly(), GATHERED_MS).unref()
}

async function purgeQuietly(): Promise<void> {
  try {
    await purgeGathered()
  } catch (error) {
    log().warn({ err: error }, 'Pages whose counts have changed wait for the database')
    wait()
  }
}
