import { AdSlot } from '../ads/ad-slot.tsx'
import { ChevronRight } from 'lucide-react'
import { data, href } from 'react-router'
import { usePlayTime } from '../credits/play-time/use-play-time.ts'
import { useShareCredits } from '../credits/use-share-credits.ts'
import { notFound } from '../server/http/responses.server.ts'
import { config } from '../server/process/config.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import { WishButton } from '../wishlist/wish-button.tsx'
import type { Route } from './+types/game.page'
import { RowCards } from '../games/cards/game-row.tsx'
import { describeGame } from './describe-game.server.ts'
import { gameCrumbs, gameMeta } from './game-meta.server.ts'
import { NO_GAME_PAGE } from '../games/catalogue/no-game.ts'
import { GameDiscussions } from './game-discussions.tsx'
import { GameHead, GameText } from './game-text.tsx'
import { loadGame, loadGameForPlayer } from './load-game.server.ts'
import { Rating } from '../games/reactions/rating.tsx'
import { ReactionButtons } from '../games/reactions/reaction-buttons.tsx'
import { Stage } from '../games/stage/stage.tsx'

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ request, params }: Route.LoaderArgs) {
  const game = await loadGame(params.slug)
  if (!game) throw notFound(NO_GAME_PAGE, cacheHeaders('games'))
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
    },
    { headers: cacheHeaders('games', `game:${id}`) },
  )
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), loaderData.metadata)
}

export default function GamePage({ loaderData }: Route.ComponentProps) {
  const { game, crumbs, text, moreGames, hasMoreGames, reactions, discussions } = loaderData
  const measurePlay = usePlayTime(game.id)
  useShareCredits(game.id)
  return (
    <>
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
            reactions={<ReactionButtons game={reactions} />}
            actions={<WishButton gameId={game.id} />}
            onPlaying={measurePlay}
          />
          <AdSlot slot="below-player" />
        </div>
        <GameHead text={text} rating={<Rating game={reactions} />} />
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
