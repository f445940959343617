import { listed } from '../db/listed.server.ts'
import { prepared } from '../db/query.server.ts'
import type { Card, CardSource } from '../games/cards/card.server.ts'
import { listCards } from '../games/lists/list-games.server.ts'
import { isWishlistSeen } from './player-rules.ts'
import type { FoundProfile } from './profile.server.ts'

/**
 * Returns a page of the wishlist in a profile, newest first, with `most` games a page. Returns an empty list if the
 * viewer may not see the wishlist.
 */
export async function listWishesOf(found: FoundProfile, most: number, page = 1): Promise<Card[]> {
  return isWishlistSeen(found.profile) ? listCards(source(found.id, most, (page - 1) * most)) : []
}

/** Returns the number of games on the wishlist, or 0 if the viewer may not see it. */
export async function countWishesOf({ id, profile }: FoundProfile): Promise<number> {
  if (!isWishlistSeen(profile)) return 0
  const [row] = await prepared<{ games: number }>('count-wishes-of-profile', COUNT, [id])
  return row?.games ?? 0
}

function source(playerId: string, most: number, from: number): CardSource {
  return { name: 'wishes-of-profile', text: NEWEST, values: [playerId, most, from] }
}

// The same order as in the index. Unlisted games are hidden here, too.
const ORDER = 'w.created_at desc nulls last, w.id desc nulls last'
const WISHES = `from wishlist_entries w join games g on g.id = w.game_id and ${listed('g')} where w.player_id = $1`

const NEWEST = `
  select w.game_id, row_number() over (order by ${ORDER}) as rank ${WISHES} order by ${ORDER} limit $2 offset $3`

const COUNT = `select count(*)::int as games ${WISHES}`
