import { useRef } from 'react'
import { data, redirect } from 'react-router'
import { usePlayTime } from '../credits/play-time/use-play-time.ts'
import { pageMeta } from '../site/page-meta.ts'
import { notFound } from '../server/http/responses.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/play.page'
import { NO_GAME_PAGE } from '../games/catalogue/no-game.ts'
import { gameHref } from '../games/catalogue/games-href.ts'
import { loadStage } from './load-game.server.ts'
import { FramedGame } from '../games/stage/framed-game.tsx'

export const handle: RouteHandle = { bare: true }

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/**
 * A self-hosted game alone in a tab, framed so that its saved data is stored. Other games have their own address, so
 * they redirect to their page.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const game = await loadStage(params.slug)
  if (!game) throw notFound(NO_GAME_PAGE, cacheHeaders('games'))
  if (!game.frame?.isSelfHosted) throw redirect(gameHref(game.slug))
  return data(game, { headers: cacheHeaders('games', `game:${game.id}`) })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { id, slug, title } = loaderData
  return pageMeta(siteOf(matches), {
    title,
    description: `Play ${title} free in your browser, with no download.`,
    path: gameHref(slug),
    shared: { kind: 'games', id },
    noindex: true,
  })
}

export default function PlayPage({ loaderData: game }: Route.ComponentProps) {
  const iframe = useRef<HTMLIFrameElement>(null)
  const measurePlay = usePlayTime(game.id)
  return (
    <div className="play-alone">
      <h1 className="sr-only">{game.title}</h1>
      <FramedGame key={game.id} game={game} iframe={iframe} onPlaying={measurePlay} />
    </div>
  )
}
