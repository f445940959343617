import { listed } from '../db/listed.server.ts'
import type { Card } from '../games/cards/card.server.ts'
import { listCards } from '../games/lists/list-games.server.ts'
import { pictureOf } from '../games/pictures/picture.server.ts'
import { plain } from '../server/http/responses.server.ts'
import { limit } from '../server/http/rate-limit.server.ts'
import type { Route } from './+types/local-cards.route'
import { MAX_LOCAL_WISHES } from './wishlist-rules.ts'

/**
 * GET `/wishlist/cards?games=3,1`: responds with the cards of a visitor's locally saved games, in that order, as JSON
 * `{ games: Card[] }`. Games that are not listed have a card without a title and slug, since anyone may request any id.
 */
export async function loader({ request }: Route.LoaderArgs) {
  await limit('kept', request)
  const requested = new URL(request.url).searchParams.get('games') ?? ''
  if (!/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/.test(requested)) return plain(400, 'No games were requested.')
  const ids = requested.split(',').slice(0, MAX_LOCAL_WISHES).map(Number)
  const games = await listCards({
    name: 'kept',
    text: `select g.id as game_id, k.rank from unnest($1::int[]) with ordinality k (id, rank)
      join games g on g.id = k.id and ${listed('g')}`,
    values: [ids],
  })
  const found = new Map(games.map((game) => [game.id, game]))
  return Response.json({ games: [...new Set(ids)].map((id) => found.get(id) ?? unavailableCard(id)) })
}

function unavailableCard(id: number): Card {
  const picture = pictureOf({ id, image_url: null, image_small_url: null })
  return { id, slug: '', title: '', picture, categories: [], isUnavailable: true }
}
