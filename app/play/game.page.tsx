import { ChevronRight } from 'lucide-react'
import { data, href } from 'react-router'
import { usePlayTime } from '../credits/use-play-time.ts'
import { useShareCredits } from '../credits/use-share-credits.ts'
import { notFound } from '../server/answers.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { siteOf } from '../site/use-site.ts'
import { sessionToken } from '../server/session.server.ts'
import { packedFor } from '../server/packed-for.server.ts'
import { PackedInPage, unpack } from '../ui/packed.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import { WishButton } from '../wishlist/wish-button.tsx'
import type { Route } from './+types/game.page'
import { RowCards } from '../games/cards/game-row.tsx'
import { gameCrumbs, gameMeta } from './game-meta.ts'
import { NO_GAME_PAGE } from '../games/catalogue/no-game.ts'
import { GameDiscussions } from './game-discussions.tsx'
import { GameText } from './game-text.tsx'
import { loadShellPlayer } from '../shell/load-player.server.ts'
import { DISCUSSIONS_SHOWN } from '../community/list-discussions.server.ts'
import { loadGame } from './load-game.server.ts'
import { Stage } from '../games/stage/stage.tsx'

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ request, params }: Route.LoaderArgs) {
  const [game, { hidden }] = await Promise.all([loadGame(params.slug, sessionToken(request)), loadShellPlayer(request)])
  if (!game) throw notFound(NO_GAME_PAGE, sharedPage('games'))
  return data(
    {
      ...game,
      moreGames: packedFor(game.moreGames, 'games-data'),
      discussions: game.discussions
        .filter(({ author }) => !hidden.includes(author.username))
        .slice(0, DISCUSSIONS_SHOWN),
    },
    { headers: sharedPage('games', `game:${game.id}`) },
  )
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return gameMeta(siteOf(matches), loaderData)
}

export default function GamePage({ loaderData: game }: Route.ComponentProps) {
  const measurePlay = usePlayTime(game.id)
  const earnShare = useShareCredits(game.id)
  const crumbs = gameCrumbs(game)
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
        <article>
          <Stage
            key={game.id}
            game={game}
            actions={<WishButton gameId={game.id} />}
            onPlaying={measurePlay}
            onShare={earnShare}
          />
          <GameText game={game} />
          <GameDiscussions game={game} discussions={game.discussions} />
        </article>
        <aside className="more-games" aria-labelledby="more-games">
          <PackedInPage packed={game.moreGames} />
          <SectionHeader id="more-games" title="More Great Games" />
          <ul className="card-grid">
            <RowCards games={unpack(game.moreGames)} />
          </ul>
          {game.hasMoreGames && (
            <ButtonLink href={href('/games')} className="mt-6 w-full">
              Discover More Games
            </ButtonLink>
          )}
        </aside>
      </div>
    </>
  )
}
