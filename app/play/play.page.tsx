import { useRef } from 'react'
import { data, href, redirect } from 'react-router'
import { usePlayTime } from '../credits/play-time/use-play-time.ts'
import { pageMeta } from '../site/page-meta.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/play.page'
import { gameHref } from '../games/catalogue/games-href.ts'
import { absentGame } from './absent-game.server.ts'
import { loadStage } from './load-game.server.ts'
import { FramedGame } from '../games/stage/framed-game.tsx'

export const handle: RouteHandle = { bare: true }

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/**
 * A self-hosted game alone in a tab, framed so that its saved data is stored. Other games have their own address, so
 * they redirect to their page.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await loadStage(request, params.slug)
  if (!found) throw await absentGame(request, params.slug, (slug) => href('/games/:slug/play', { slug }))
  const { stage, isHeld } = found
  if (!stage.frame?.isSelfHosted) throw redirect(gameHref(stage.slug))
  const headers = isHeld ? HELD_HEADERS : cacheHeaders('games', `game:${stage.id}`)
  return data({ stage, isHeld }, { headers })
}

const HELD_HEADERS = { 'Cache-Control': 'private, no-store' }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { id, slug, title } = loaderData.stage
  return pageMeta(siteOf(matches), {
    title,
    description: `Play ${title} free in your browser, with no download.`,
    path: gameHref(slug),
    shared: { kind: 'games', id },
    noindex: true,
  })
}

export default function PlayPage({ loaderData: { stage: game, isHeld } }: Route.ComponentProps) {
  const iframe = useRef<HTMLIFrameElement>(null)
  const measurePlay = usePlayTime(isHeld ? undefined : game.id)
  return (
    <div className="play-alone">
      <h1 className="sr-only">{game.title}</h1>
      <FramedGame key={game.id} game={game} iframe={iframe} onPlaying={measurePlay} isPreview={isHeld} />
    </div>
  )
}
