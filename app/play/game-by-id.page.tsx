import { redirect } from 'react-router'
import { findGameById } from '../games/catalogue/find-game.server.ts'
import { gameHref } from '../games/catalogue/games-href.ts'
import { NO_GAME_PAGE } from '../games/catalogue/no-game.ts'
import { idOf, notFound } from '../server/http/responses.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import type { Route } from './+types/game-by-id.page'

/** A game has one address, by its slug, to which its address by id redirects. */
export async function loader({ params }: Route.LoaderArgs): Promise<never> {
  const game = await findGameById(idOf(params.id, NO_GAME_PAGE))
  if (!game) throw notFound(NO_GAME_PAGE)
  throw redirect(gameHref(game.slug), { status: 301, headers: cacheHeaders('games', `game:${game.id}`) })
}

export default function GameByIdPage() {
  return null
}
