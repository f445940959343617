import { countPlayers } from '../../accounts/count-players.server.ts'
import { listVisibleCategories } from '../arrangement/known-categories.ts'
import { categorySlug, findCategory, listingOf } from '../catalogue/category-rules.ts'
import { isLinked } from './linked-lists.ts'
import { countGames } from './list-games.server.ts'
import type { Order } from './list-orders.ts'
import { pageGames } from './page-games.server.ts'
import { hasOrders, type ListedCard } from './page-listing.server.ts'
import { categoryNamed } from '../search/find-by-words.server.ts'
import { search } from '../search/search-games.server.ts'
import { cleanTerm } from '../search/search-rules.ts'
import { withoutFillers, wordsOf } from '../search/search-words.ts'

type Link = { slug: string; name: string; value: string }

export type GamesList = {
  games: ListedCard[]
  /** The number of games on all pages that match the filter. */
  matching: number
  total: number
  players: number
  filter: string
  order: Order
  isOrdered: boolean
  q: string
  /**
   * For a search: the number of games that match the term as typed, the corrected term, and the category that it names.
   */
  found: { asTyped: number; instead: string | null; category: (Link & { games: number }) | null } | null
  page: number
  pages: number
  title: string
  collections: Link[]
  genres: Link[]
}

const COLLECTIONS: Link[] = [
  { slug: 'all', name: 'All Games', value: 'all' },
  { slug: 'new', name: 'New', value: 'new' },
  { slug: 'popular', name: 'Popular', value: 'popular' },
  { slug: 'original', name: 'Original', value: 'original' },
]

/** Loads `/games`: search results, or a page of all games, of a collection or of a genre. */
export async function loadGamesList(requested: {
  filter: string
  q: string
  page: number
  order?: Order
}): Promise<GamesList> {
  const q = cleanTerm(requested.q)
  const filter = requested.filter.trim().slice(0, 40).toLowerCase()
  const isOrdered = !q && (filter === 'all' || hasOrders(listingOf(filter)))
  const order = (isOrdered && requested.order) || 'newest'
  const visible = listVisibleCategories().map(({ slug, name }): Link => ({ slug, name, value: slug }))
  const [counts, players, list] = await Promise.all([
    countGames(['all', 'original', ...visible.map(({ slug }) => `category:${slug}`)]),
    countPlayers(),
    q ? findMatching(q) : findPage(filter, order, requested.page),
  ])
  const genres = visible.filter(({ slug }) => counts.has(`category:${slug}`))
  const category = findCategory(filter)
  const chosen = category ? categorySlug(category) : filter
  const label =
    [...COLLECTIONS, ...genres].find((link) => link.value === chosen)?.name ?? category ?? capitalised(chosen)
  const named = q ? categoryNamed(withoutFillers(wordsOf(q))) : null
  const link = genres.find(({ slug }) => slug === named)
  const { search: result, ...page } = list
  return {
    ...page,
    found: result && {
      ...result,
      category: link ? { ...link, games: counts.get(`category:${link.slug}`) ?? 0 } : null,
    },
    total: counts.get('all') ?? 0,
    players,
    filter: chosen,
    order,
    isOrdered,
    q,
    title: q ? `Games matching "${q}"` : chosen === 'all' || / games$/i.test(label) ? label : `${label} Games`,
    collections: COLLECTIONS.filter(({ slug }) => slug === 'all' || isLinked(slug, counts)),
    genres,
  }
}

type Found = {
  games: ListedCard[]
  matching: number
  page: number
  pages: number
  search: { asTyped: number; instead: string | null } | null
}

async function findMatching(q: string): Promise<Found> {
  const { games, ...result } = await search(q)
  return { games, matching: games.length, page: 1, pages: 1, search: result }
}

async function findPage(filter: string, order: Order, requested: number): Promise<Found> {
  const { games, total, page, pages } = await pageGames({ filter, order, page: requested })
  return { games, matching: total, page, pages, search: null }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ')
}
