import { href } from 'react-router'
import { itemList, pageMeta } from '../../site/page-meta.ts'
import type { RouteHandle } from '../../server/http-routes.server.ts'
import { sharedPage } from '../../server/shared-page.server.ts'
import { siteOf, useSite } from '../../site/use-site.ts'
import { sharedData } from '../../server/shared-data.server.ts'
import { packedFor } from '../../server/packed-for.server.ts'
import { PackedInPage, packItems, unpack } from '../../ui/packed.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/originals.page'
import { GameGrid } from '../cards/game-grid.tsx'
import { gameHref } from '../catalogue/games-href.ts'
import { listOriginals } from './list-games.server.ts'

const ORIGINALS = 30

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage('games')

export async function loader() {
  const games = await sharedData('originals', ['games'], async () => packItems(await listOriginals(ORIGINALS)))
  return { games: packedFor(games, 'games-data') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const games = loaderData ? unpack(loaderData.games) : []
  return pageMeta(site, {
    title: `Original Games | ${site.name}`,
    description: `Exclusive games created by ${site.name}, free to play in your browser: ${games.map((game) => game.title).join(', ')}.`,
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
  const games = unpack(loaderData.games)
  return (
    <>
      <PackedInPage packed={loaderData.games} />
      <h1 className="text-(length:--t-2xl)">Original Games</h1>
      <p className="mt-2 mb-6 text-[15px]">Exclusive games created by {site.name}</p>
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
          Our own stage is still dark. The other games are open.
        </EmptyState>
      )}
    </>
  )
}
