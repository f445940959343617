import { redirect } from 'react-router'
import { findAbsentGameById, findGameById } from '../games/catalogue/find-game.server.ts'
import { gameHref } from '../games/catalogue/games-href.ts'
import { NO_GAME_PAGE } from '../games/catalogue/no-game.ts'
import { idOf } from '../server/http/responses.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import type { Route } from './+types/game-by-id.page'
import { absentGameById } from './absent-game.server.ts'
import { mayOpenHeldGames } from './load-game.server.ts'
import { MissingGameScreen } from './missing-game.tsx'

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/**
 * A game has one address, by its slug, to which its address by id redirects. For a game that is not public, only for
 * operators: the slug is made from its title.
 */
export async function loader({ request, params }: Route.LoaderArgs): Promise<never> {
  const id = idOf(params.id, NO_GAME_PAGE)
  const game = await findGameById(id)
  if (game) throw redirect(gameHref(game.slug), { status: 301, headers: cacheHeaders('games', `game:${game.id}`) })
  const held = (await mayOpenHeldGames(request)) ? await findAbsentGameById(id) : null
  if (held) throw redirect(gameHref(held.slug), { headers: { 'Cache-Control': 'private, no-store' } })
  throw await absentGameById(id)
}

export default function GameByIdPage() {
  return null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingGameScreen error={error} />
}
