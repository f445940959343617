import type { Transaction } from '../../db/connection.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { Tag } from '../../server/cache/cache-headers.server.ts'

/**
 * Purges the shared pages that show a player: the profile under each of `usernames` (before and after a change), the
 * board, and the pages of posts and games on which the player's posts or comments appear. Pass the transaction of the
 * change.
 */
export async function purgeProfile(playerId: string, usernames: string[], tx?: Transaction): Promise<void> {
  const rows = await (tx
    ? preparedIn<Row>(tx, 'pages-of-player', PAGES, [playerId])
    : prepared<Row>('pages-of-player', PAGES, [playerId]))
  const tags = rows.flatMap(({ post, game }): Tag[] =>
    game === null ? [`post:${post}`] : [`post:${post}`, `game:${game}`],
  )
  await purgePages(['community', ...usernames.map((name): Tag => `player:${name.toLowerCase()}`), ...tags], tx)
}

type Row = { post: number; game: number | null }

const PAGES = `
  select id as post, game_id as game from posts where player_id = $1::uuid
  union select post_id, null from comments where player_id = $1::uuid`
