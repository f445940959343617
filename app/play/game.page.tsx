import { AdSlot } from '../ads/ad-slot.tsx'
import { ChevronRight } from 'lucide-react'
import { data, href } from 'react-router'
import { usePlayTime } from '../credits/play-time/use-play-time.ts'
import { useShareCredits } from '../credits/use-share-credits.ts'
import { config } from '../server/process/config.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import { WishButton } from '../wishlist/wish-button.tsx'
import type { Route } from './+types/game.page'
import { RowCards } from '../games/cards/game-row.tsx'
import { ReportGameButton } from '../games/health/reports/report-game-button.tsx'
import { describeGame } from './describe-game.server.ts'
import { gameCrumbs, gameMeta } from './game-meta.server.ts'
import { managedGameHref, STATUS_LABELS } from '../games/management/management-rules.ts'
import { GameDiscussions } from './game-discussions.tsx'
import { GameHead, GameText } from './game-text.tsx'
import { absentGame } from './absent-game.server.ts'
import { loadGame, loadGameForPlayer, loadHeldGame, mayOpenHeldGames } from './load-game.server.ts'
import { MissingGameScreen } from './missing-game.tsx'
import { Rating } from '../games/reactions/rating.tsx'
import { ReactionButtons } from '../games/reactions/reaction-buttons.tsx'
import { allowFrame } from '../games/stage/frame-on-page.server.ts'
import { Stage } from '../games/stage/stage.tsx'

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ request, params }: Route.LoaderArgs) {
  const shown = await loadGame(params.slug)
  const held = !shown && (await mayOpenHeldGames(request)) ? await loadHeldGame(params.slug) : null
  const game = shown ?? held
  if (!game) throw await absentGame(request, params.slug)
  allowFrame(game.frame)
  const { reactions, discussions } = await loadGameForPlayer(request, game)
  const { id, slug, title, views, categories, picture, frame, hasMoreGames } = game
  const { siteName, siteUrl } = config()
  return data(
    {
      game: { id, slug, title, views, categories, picture, frame },
      crumbs: gameCrumbs(game),
      text: describeGame(game),
      // Built on the server: in a component, these texts would be script on every game's page.
      metadata: gameMeta({ name: siteName, url: siteUrl }, game),
      moreGames: game.moreGames,
      hasMoreGames,
      reactions,
      discussions,
      held: held && { id, status: STATUS_LABELS[held.status], reason: held.statusReason },
    },
    { headers: held ? { 'Cache-Control': 'private, no-store' } : cacheHeaders('games', `game:${id}`) },
  )
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  // Without data, the error screen has its own title.
  return loaderData ? pageMeta(siteOf(matches), loaderData.metadata) : []
}

export default function GamePage({ loaderData }: Route.ComponentProps) {
  const { game, crumbs, text, moreGames, hasMoreGames, reactions, discussions, held } = loaderData
  const measurePlay = usePlayTime(held ? undefined : game.id)
  useShareCredits(game.id)
  return (
    <>
      {held && (
        <p className="note" role="status">
          Only operators see this page. {held.status}
          {held.reason && `: ${held.reason}`}.{' '}
          <a className="text-link" href={managedGameHref(held.id)}>
            Manage this game
          </a>
        </p>
      )}
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          {crumbs.map(({ name, path }, at) => (
            <li key={path}>
              {at > 0 && <ChevronRight aria-hidden="true" />}
              {at < crumbs.length - 1 ? <a href={path}>{name}</a> : <span aria-current="page">{name}</span>}
            </li>
          ))}
        </ol>
      </nav>
      <div className="game-layout">
        <div className="game-stage">
          <Stage
            key={game.id}
            game={game}
            reactions={!held && <ReactionButtons game={reactions} />}
            actions={!held && <WishButton game={game} />}
            onPlaying={measurePlay}
            isPreview={held !== null}
          />
          <AdSlot slot="below-player" />
        </div>
        <GameHead text={text} rating={<Rating game={reactions} />} report={!held && <ReportGameButton game={game} />} />
        <aside className="more-games" aria-labelledby="more-games">
          <AdSlot slot="game-side" />
          <SectionHeader id="more-games" title="More Great Games" />
          <ul className="card-grid">
            <RowCards games={moreGames} />
          </ul>
          {hasMoreGames && <ButtonLink href={href('/games')}>Discover More Games</ButtonLink>}
        </aside>
        <article>
          <GameText text={text} />
          <GameDiscussions game={game} discussions={discussions} />
        </article>
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingGameScreen error={error} />
}
