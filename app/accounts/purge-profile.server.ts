import { sql } from 'drizzle-orm'
import { database, type Transaction } from '../db/connection.server.ts'
import { purgePages } from '../server/purge.server.ts'
import type { Tag } from '../server/shared-page.server.ts'

/**
 * Drops the shared pages that show a player, by the usernames of before and after a change: the profile, and the board, the posts and the
 * pages of games, where name and picture stand beside what they wrote. Give it the transaction of the change.
 */
export async function purgeProfile(playerId: string, usernames: string[], tx?: Transaction): Promise<void> {
  const { rows } = await (tx ?? database()).execute<{ post: number; game: number | null }>(sql`
    select id as post, game_id as game from posts where player_id = ${playerId}::uuid
    union select post_id, null from comments where player_id = ${playerId}::uuid`)
  const tags = rows.flatMap(({ post, game }): Tag[] =>
    game === null ? [`post:${post}`] : [`post:${post}`, `game:${game}`],
  )
  await purgePages(['community', ...usernames.map((name): Tag => `player:${name.toLowerCase()}`), ...tags], tx)
}
