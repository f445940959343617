import { href, redirect } from 'react-router'
import { itemList, pageMeta } from '../../site/page-meta.ts'
import { pageOf } from '../../server/http/responses.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { siteOf } from '../../site/use-site.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'
import type { Route } from './+types/category.page'
import { listingOf } from '../catalogue/category-rules.ts'
import { categoryAt, movedTo } from '../arrangement/known-categories.ts'
import { categoryHref, gameHref } from '../catalogue/games-href.ts'
import { GameList } from './game-list.tsx'
import { listingHref, orderOf } from './list-orders.ts'
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
  const { name, slug, description } = loaderData
  return (
    <GameList
      heading={headingOf(name)}
      description={description}
      list={loaderData}
      hrefOf={(at) => listingHref(slug, at)}
      empty={{
        title: 'No games found in this category',
        text: `There are no games in ${name} yet. Plenty of others are ready to play.`,
        action: href('/'),
      }}
    />
  )
}
