import { ChevronLeft } from 'lucide-react'
import { href, redirect } from 'react-router'
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
import { categoryAt, movedTo } from '../arrangement/known-categories.ts'
import { categoryHref, gameHref } from '../catalogue/games-href.ts'
import { listingHref, orderOf } from './list-orders.ts'
import { Orders } from './orders.tsx'
import { hasOrders, pageListing } from './page-listing.server.ts'
import './list-text.css'

export const headers = () => cacheHeaders('games')

export async function loader({ params, request }: Route.LoaderArgs) {
  const listing = listingOf(params.category)
  const moved = movedTo(params.category.toLowerCase())
  if (moved) throw redirect(categoryHref(moved) + new URL(request.url).search, 301)
  const slug = listing.kind === 'category' ? listing.slug : listing.collection
  const isOrdered = hasOrders(listing)
  const order = isOrdered ? orderOf(request) : 'newest'
  const requested = pageOf(request)
  const list = await cachedByKey('category lists', `${slug} ${order} ${requested}`, ['games'], () =>
    pageListing(listing, order, requested),
  )
  const description = listing.kind === 'category' ? (categoryAt(slug)?.description ?? '') : ''
  return { name: listing.name, slug, description, isOrdered, order, ...list }
}

/** "Car Games"; a name that ends so already stays as it is. */
function headingOf(name: string): string {
  return / games$/i.test(name) ? name : `${name} Games`
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, slug, description, order, page, games } = loaderData
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `${headingOf(name)}${page > 1 ? `, Page ${page}` : ''} - Play Free Online | ${site.name}`,
    description:
      description ||
      `Play ${name} games free in your browser at ${site.name}, with no download and no account${
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
  const { name, slug, description, isOrdered, order, total, page, pages, games } = loaderData
  return (
    <>
      <a className="view-all category-back" href={href('/')}>
        <ChevronLeft aria-hidden="true" /> Back to Home
      </a>
      <h1 dir="auto">{headingOf(name)}</h1>
      {description && (
        <p className="list-text" dir="auto">
          {description}
        </p>
      )}
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
