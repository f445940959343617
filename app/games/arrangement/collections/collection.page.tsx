import { href } from 'react-router'
import { cacheHeaders } from '../../../server/cache/cache-headers.server.ts'
import { cachedByKey } from '../../../server/cache/data-cache.server.ts'
import { type Missing, notFound, pageOf } from '../../../server/http/responses.server.ts'
import { itemList, pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { gameHref } from '../../catalogue/games-href.ts'
import { GameList } from '../../lists/game-list.tsx'
import { orderOf } from '../../lists/list-orders.ts'
import { collectionHref } from '../collection-href.ts'
import { findCollection, pageCollection } from '../collections.server.ts'
import type { Route } from './+types/collection.page'
import '../../lists/list-text.css'

export const headers = () => cacheHeaders('games')

/** A page of a collection (docs/product.md#collections). */
export async function loader({ params, request }: Route.LoaderArgs) {
  const collection = findCollection(params.slug)
  if (!collection) throw notFound(NO_COLLECTION, cacheHeaders('games'))
  const { slug, name, description, isByRule } = collection
  const order = isByRule ? orderOf(request) : 'newest'
  const requested = pageOf(request)
  const list = await cachedByKey('collections', `${collection.id} ${order} ${requested}`, ['games'], () =>
    pageCollection(collection, order, requested),
  )
  return { slug, name, description, isOrdered: isByRule, order, ...list }
}

const NO_COLLECTION: Missing = {
  name: 'Collection not found',
  title: 'Collection not found',
  text: 'This collection doesn’t exist. Plenty of games do.',
  action: { label: 'All categories', href: href('/categories') },
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { slug, name, description, order, page, games } = loaderData
  const site = siteOf(matches)
  const titles = games
    .slice(0, 4)
    .map((game) => game.title)
    .join(', ')
  return pageMeta(site, {
    title: `${name}${page > 1 ? `, Page ${page}` : ''} - Play Free Online | ${site.name}`,
    description: description || `${name} at ${site.name}: ${titles} and more. Play free in your browser.`,
    path: collectionHref(slug, { order, page }),
    // Other sort orders show the same games, so search engines should not index them.
    noindex: games.length === 0 || order !== 'newest',
    structured: [
      itemList(
        site,
        games.map((game) => ({ name: game.title, path: gameHref(game.slug) })),
      ),
    ],
  })
}

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { slug, name, description } = loaderData
  return (
    <GameList
      heading={name}
      description={description}
      list={loaderData}
      hrefOf={(at) => collectionHref(slug, at)}
      empty={{
        title: 'No games in this collection',
        text: 'Plenty of others are ready to play.',
        action: href('/games'),
      }}
    />
  )
}
