import { onShutdown } from './http-shutdown.server.ts'
import { log } from './log.server.ts'
import { purgePages } from './purge.server.ts'
import type { Tag } from './cache-headers.server.ts'

/** How long tags are gathered: so long may a visitor see old counts, and no oftener is a page made anew for them. */
const GATHERED_MS = 5000

/** At most as many as there are things with counts, since only what was counted is noted. */
const gathered = { tags: new Set<Tag>(), timer: null as NodeJS.Timeout | null }

/**
 * Purges pages on all nodes within seconds, together with those of all else that is purged so here meanwhile: for counts, which
 * change with each click. Call it once the change is committed; what is read before is purged by `purgePages`.
 */
export function purgeSoon(tags: Tag[]): void {
  for (const tag of tags) gathered.tags.add(tag)
  if (gathered.timer) return
  wait()
  onShutdown('gathered purges', purgeGathered)
}

/** Purges what is gathered; on failure it stays gathered, and the error is thrown. */
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
