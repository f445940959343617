import { ChevronLeft } from 'lucide-react'
import { href } from 'react-router'
import { itemList, pageMeta } from '../../site/page-meta.ts'
import type { RouteHandle } from '../../server/http-routes.server.ts'
import { sharedPage } from '../../server/shared-page.server.ts'
import { siteOf } from '../../site/use-site.ts'
import { sharedEach } from '../../server/shared-data.server.ts'
import { packedFor } from '../../server/packed-for.server.ts'
import { PackedInPage, packItems, unpack } from '../../ui/packed.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/category.page'
import { listingOf } from '../catalogue/category-rules.ts'
import { GameGrid } from '../cards/game-grid.tsx'
import { categoryHref, gameHref } from '../catalogue/games-href.ts'
import { listListing } from './list-collection.server.ts'

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage('games')

export async function loader({ params }: Route.LoaderArgs) {
  const listing = listingOf(params.category)
  const slug = listing.kind === 'category' ? listing.slug : listing.collection
  const games = await sharedEach('lists', `category ${slug}`, ['games'], async () =>
    packItems(await listListing(listing)),
  )
  return { name: listing.name, slug, games: packedFor(games, 'games-data') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, slug } = loaderData
  const games = unpack(loaderData.games)
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `${name} Games - Play Free Online | ${site.name}`,
    description: `Play ${name} games free in your browser at ${site.name}, with no download and no account${
      games.length
        ? `: ${games
            .slice(0, 4)
            .map((game) => game.title)
            .join(', ')} and more`
        : ''
    }.`,
    path: categoryHref(slug),
    noindex: games.length === 0,
    structured: [
      itemList(
        site,
        games.map((game) => ({ name: game.title, path: gameHref(game.slug) })),
      ),
    ],
  })
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { name } = loaderData
  const games = unpack(loaderData.games)
  return (
    <>
      <PackedInPage packed={loaderData.games} />
      <a className="view-all -mt-2" href={href('/')}>
        <ChevronLeft aria-hidden="true" /> Back to Home
      </a>
      <h1 className="mt-1 mb-6 text-(length:--t-2xl)">{name} Games</h1>
      {games.length ? (
        <GameGrid games={games} />
      ) : (
        <EmptyState
          title="No games found in this category"
          action={
            <ButtonLink look="primary" href={href('/')}>
              Browse All Games
            </ButtonLink>
          }
        >
          Nothing is filed under {name} yet. Other shelves are full.
        </EmptyState>
      )}
    </>
  )
}
