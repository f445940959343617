import { isPublic } from '../../db/public-games.server.ts'
import { prepared } from '../../db/query.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { plain } from '../../server/http/responses.server.ts'
import type { Route } from './+types/unavailable-games.route'
import { MAX_RECENT } from '../recent/recent-rules.ts'

/**
 * GET `/unavailable-games?games=3,1`: which of the games that a visitor's browser has stored are not public, JSON
 * `{ games: number[] }`. It does not tell hidden games from those that never existed.
 */
export async function loader({ request }: Route.LoaderArgs) {
  await limit('kept', request)
  const requested = new URL(request.url).searchParams.get('games') ?? ''
  if (!/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/.test(requested)) return plain(400, 'No games were requested.')
  const ids = requested.split(',').slice(0, MAX_RECENT).map(Number)
  const rows = await prepared<{ id: number }>('unavailable-games', UNAVAILABLE, [ids])
  return Response.json({ games: rows.map(({ id }) => id) })
}

const UNAVAILABLE = `
  select id from unnest($1::int[]) as requested (id)
  where not exists (select from games g where g.id = requested.id and ${isPublic('g')})`
