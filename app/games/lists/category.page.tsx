import { ChevronLeft } from 'lucide-react'
import { href } from 'react-router'
import { itemList, pageMeta } from '../../site/page-meta.ts'
import { pageOf } from '../../server/http/responses.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { siteOf } from '../../site/use-site.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { countOf } from '../../lib/text.ts'
import type { Route } from './+types/category.page'
import { listingOf } from '../catalogue/category-rules.ts'
import { GameGrid } from '../cards/game-grid.tsx'
import { gameHref } from '../catalogue/games-href.ts'
import { listingHref, orderOf } from './list-orders.ts'
import { Orders } from './orders.tsx'
import { hasOrders, pageListing } from './page-listing.server.ts'

export const headers = () => cacheHeaders('games')

export async function loader({ params, request }: Route.LoaderArgs) {
  const listing = listingOf(params.category)
  const slug = listing.kind === 'category' ? listing.slug : listing.collection
  const isOrdered = hasOrders(listing)
  const order = isOrdered ? orderOf(request) : 'newest'
  const requested = pageOf(request)
  const list = await cachedByKey('category lists', `${slug} ${order} ${requested}`, ['games'], () =>
    pageListing(listing, order, requested),
  )
  return { name: listing.name, slug, isOrdered, order, ...list }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, slug, order, page, games } = loaderData
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `${name} Games${page > 1 ? `, Page ${page}` : ''} - Play Free Online | ${site.name}`,
    description: `Play ${name} games free in your browser at ${site.name}, with no download and no account${
      games.length
        ? `: ${games
            .slice(0, 4)
            .map((game) => game.title)
            .join(', ')} and more`
        : ''
    }.`,
    path: listingHref(slug, { order, page }),
    // Other sort orders show the same games: keep them out of search engines.
    noindex: games.length === 0 || order !== 'newest',
    structured: [
      itemList(
        site,
        games.map((game) => ({ name: game.title, path: gameHref(game.slug) })),
      ),
    ],
  })
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { name, slug, isOrdered, order, total, page, pages, games } = loaderData
  return (
    <>
      <a className="view-all category-back" href={href('/')}>
        <ChevronLeft aria-hidden="true" /> Back to Home
      </a>
      <h1>{name} Games</h1>
      {games.length ? (
        <>
          <div className="list-head">
            <p>{countOf(total, 'game')}</p>
            {isOrdered && total > 1 && (
              <Orders current={order} hrefOf={(other) => listingHref(slug, { order: other })} />
            )}
          </div>
          <GameGrid games={games} />
          <Pagination page={page} pages={pages} hrefOf={(at) => listingHref(slug, { order, page: at })} />
        </>
      ) : (
        <EmptyState
          title="No games found in this category"
          action={
            <ButtonLink look="primary" href={href('/')}>
              Browse All Games
            </ButtonLink>
          }
        >
          There are no games in {name} yet. Plenty of others are ready to play.
        </EmptyState>
      )}
    </>
  )
}
