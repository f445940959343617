import { href } from 'react-router'
import { itemList, pageMeta } from '../../site/page-meta.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { siteOf, useSite } from '../../site/use-site.ts'
import { cached } from '../../server/cache/data-cache.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/originals.page'
import { GameGrid } from '../cards/game-grid.tsx'
import { gameHref } from '../catalogue/games-href.ts'
import { listOriginals } from './list-games.server.ts'

const ORIGINALS = 30

export const headers = () => cacheHeaders('games')

export async function loader() {
  return { games: await cached('originals', ['games'], () => listOriginals(ORIGINALS)) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const games = loaderData?.games ?? []
  const titles = games.map((game) => game.title).join(', ')
  return pageMeta(site, {
    title: `Original Games | ${site.name}`,
    description: `Exclusive games created by ${site.name}, free to play in your browser: ${titles}.`,
    path: href('/originals'),
    structured: [
      itemList(
        site,
        games.map((game) => ({ name: game.title, path: gameHref(game.slug) })),
      ),
    ],
  })
}

export default function OriginalsPage({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const { games } = loaderData
  return (
    <>
      <h1>Original Games</h1>
      <p className="page-intro">Exclusive games created by {site.name}</p>
      {games.length ? (
        <GameGrid games={games} large />
      ) : (
        <EmptyState
          title="No original games yet"
          action={
            <ButtonLink look="primary" href={href('/games')}>
              Browse Games
            </ButtonLink>
          }
        >
          We have not made any games yet. All other games are ready to play.
        </EmptyState>
      )}
    </>
  )
}
