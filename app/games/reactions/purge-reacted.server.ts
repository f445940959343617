import { onShutdown } from '../../server/http-shutdown.server.ts'
import { log } from '../../server/log.server.ts'
import { purgePages } from '../../server/purge.server.ts'

/** How long reactions are gathered: so long may a visitor see old counts, and no oftener is a game's page made anew for them. */
const GATHERED_MS = 5000

/** At most as many ids as there are games, since only what was counted is noted. */
const reacted = { ids: new Set<number>(), timer: null as NodeJS.Timeout | null }

/**
 * Notes that the counts of a game have changed: within seconds its pages are purged on all nodes, together with those of
 * all other games that were reacted to here meanwhile. Call it once the change is committed.
 */
export function noteReacted(gameId: number): void {
  reacted.ids.add(gameId)
  if (reacted.timer) return
  wait()
  onShutdown('reacted games', purgeReacted)
}

/** Purges what is gathered; on failure it stays gathered, and the error is thrown. */
export async function purgeReacted(): Promise<void> {
  if (reacted.timer) clearTimeout(reacted.timer)
  reacted.timer = null
  const ids = [...reacted.ids]
  reacted.ids.clear()
  try {
    await purgePages(ids.map((id) => `game:${id}` as const))
  } catch (error) {
    for (const id of ids) reacted.ids.add(id)
    throw error
  }
}

function wait(): void {
  reacted.timer ??= setTimeout(() => void purgeQuietly(), GATHERED_MS).unref()
}

async function purgeQuietly(): Promise<void> {
  try {
    await purgeReacted()
  } catch (error) {
    log().warn({ err: error }, 'Pages of games with new reactions wait for the database')
    wait()
  }
}
