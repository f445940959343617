import { data, redirect } from 'react-router'
import type { Card } from '../games/cards/card.server.ts'
import { type AbsentGame, findAbsentGame, findAbsentGameById } from '../games/catalogue/find-game.server.ts'
import { gameHref } from '../games/catalogue/games-href.ts'
import { GAME_DELETED, GAME_UNAVAILABLE, NO_GAME_PAGE } from '../games/catalogue/no-game.ts'
import { PUBLIC_STATUSES } from '../db/schema/games.server.ts'
import { listSimilar } from '../games/similar/similar-games.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { type Missing, notFound } from '../server/http/responses.server.ts'

const SIMILAR = 12

/** What the page of a game that is not public shows. */
export type MissingGame = Missing & { games: Card[] }

/**
 * The response to an address without a public game: a redirect from a former slug to `hrefOf` the current one, with the
 * query, a 410 with similar games for a deleted game, a 404 with similar games for one that is not public, or a plain
 * 404. Throw it.
 */
export async function absentGame(request: Request, slug: string, hrefOf = gameHref) {
  const found = await findAbsentGame(slug)
  if (!found) return notFound(NO_GAME_PAGE, cacheHeaders('games'))
  // A game that is not public must not give away its new slug.
  if (found.slug === slug || !PUBLIC_STATUSES.includes(found.status)) return missingGame(found)
  const { search } = new URL(request.url)
  return redirect(hrefOf(found.slug) + search, { status: 301, headers: cacheHeaders('games') })
}

/** The same for a game's id, which redirects nowhere. */
export async function absentGameById(id: number) {
  const found = await findAbsentGameById(id)
  return found ? missingGame(found) : notFound(NO_GAME_PAGE)
}

async function missingGame(found: AbsentGame) {
  const isDeleted = found.status === 'deleted'
  const missing: MissingGame = {
    ...(isDeleted ? GAME_DELETED : GAME_UNAVAILABLE),
    games: (await listSimilar(found.id)).slice(0, SIMILAR),
  }
  return data(missing, { status: isDeleted ? 410 : 404, headers: cacheHeaders('games', `game:${found.id}`) })
}
