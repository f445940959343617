import { data, redirect } from 'react-router'
import { sharedPage } from '../server/shared-page.server.ts'
import type { Route } from './+types/game-by-id.page'
import { findGameById } from '../games/catalogue/find-game.server.ts'
import { GameNotFound } from './game-not-found.tsx'
import { gameHref } from '../games/catalogue/games-href.ts'

/** A game has one address, by its slug: the one by its id leads there. */
export async function loader({ params }: Route.LoaderArgs) {
  const game = await findGameById(params.id)
  if (game) {
    throw redirect(gameHref(game.slug), { status: 301, headers: sharedPage('games', `game:${game.id}`) })
  }
  return data(null, { status: 404 })
}

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}

export default function GameByIdPage() {
  return <GameNotFound />
}
