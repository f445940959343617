import { tileBadge, withoutCommonNew } from '../games/cards/badge-rules.ts'
import type { Card } from '../games/cards/card.server.ts'
import { areCategoriesReordered, categoryAt, listCategories } from '../games/arrangement/known-categories.ts'
import { countOfList, isLinked } from '../games/lists/linked-lists.ts'
import { countGames, listTogether, type Wanted } from '../games/lists/list-games.server.ts'
import { slugify } from '../lib/slug.ts'
import { countOf } from '../lib/text.ts'
import { categoryPosterOf } from '../games/pictures/picture.server.ts'
import { findPictured, pictureOfTile } from '../games/pictures/pictured.server.ts'
import type { HomeArrangement } from '../db/schema/arrangement.server.ts'
import { findArrangement } from './arrangement/find-arrangement.server.ts'
import { type Chosen, loadChosen } from './arrangement/load-chosen.server.ts'
import { DAILY_GAME } from './daily-puzzle.server.ts'
import { COUNTED_UP_TO, FEATURED, FEW, ON_BOARD, ROW, TILES } from './home-rules.ts'
import { ORIGINALS, OWN_ROWS, rowsOf } from './home-rows.ts'
import { listRows, without } from './list-rows.ts'

/** The number of extra games that are read per list, since a row omits games of the rows above it. */
const SPARE = 24
/** The number of most viewed games that are read: few of them may have pictures. */
const ALL_POPULAR = 200

const TILED = TILES.map(({ name, badge }) => ({ badge, slug: slugify(name) }))

const ofCategory = (slug: string, order: Wanted['order'], limit: number) => ({ of: { category: slug }, order, limit })

const LISTS: Wanted[] = [
  { list: 'new', of: 'all', order: 'newest', limit: ROW + SPARE, hideOriginals: true },
  { list: 'popular', of: 'all', order: 'most viewed', limit: ALL_POPULAR, hideOriginals: true },
  // The pictures of these games are on our server.
  { list: 'own', of: 'own', order: 'newest', limit: FEATURED + 1 + ON_BOARD, hideOriginals: true },
  { list: 'original', of: 'original', order: 'newest', limit: ORIGINALS },
  ...TILED.map(({ slug }): Wanted => {
    return { list: `best ${slug}`, ...ofCategory(slug, 'most viewed', 8), hideOriginals: true }
  }),
  ...OWN_ROWS.flatMap(({ list }): Wanted[] => {
    if (!list?.varied) return []
    const { slug, size, varied } = list
    return [{ list: slug, ...ofCategory(slug, varied.order, size + SPARE), hideOriginals: true }]
  }),
]

export type Tile = {
  name: string
  slug: string
  badge?: 'HOT' | 'NEW' | undefined
  label: string
  picture?: string | undefined
}

export type Home = Awaited<ReturnType<typeof loadHome>>

/**
 * Loads everything that the home page shows from the catalogue, as arranged in the published version or in `draft`
 * (docs/product.md#arranging-the-home-page). Original, New Games, Top Rated and Popular Games show exactly what their
 * titles promise (docs/product.md#rows). All other rows of lists omit games of the rows just above them. No link leads
 * to an empty list. The board and the carousel prefer games with pictures (docs/product.md#when-a-poster-is-shown).
 */
export async function loadHome(draft?: HomeArrangement) {
  const [counts, lists, { arrangement, chosen }] = await Promise.all([
    countGames(['all', ...TILED.map(({ slug }) => countOfList(slug))]),
    listTogether('home', LISTS),
    loadArranged(draft),
  ])
  const list = (name: string) => lists.get(name) ?? []
  const hasPicture = await findPictured([...lists.values()].flat())
  const games = uniqueById([...list('popular'), ...list('new'), ...list('own')])

  const original = list('original').find(({ slug }) => slug === DAILY_GAME) ?? list('original')[0] ?? null
  const [chosenBoard, chosenFeatured] = [chosen.cards(arrangement.board), chosen.cards(arrangement.carousel)]
  const left = games.length - (1 + ON_BOARD)
  const picked = left < FEW ? [] : pickFeatured(lists, games, hasPicture, [...chosenBoard, ...chosenFeatured])
  const rows = rowsOf(arrangement, (id) => chosen.collections.has(id))
  const hasCarousel = rows.some(({ row, isOff }) => row === 'carousel' && !isOff)
  const featured = hasCarousel ? [...chosenFeatured, ...picked.slice(0, left)].slice(0, FEATURED) : []

  const others = without([...featured, ...chosenBoard], games.toSorted(byPicture(hasPicture)))
  const [hero = null, ...small] = [...chosenBoard, ...others].slice(0, 1 + ON_BOARD)
  const tiles = inOrder(TILED).flatMap(({ slug, badge }): Tile[] => {
    const category = categoryAt(slug)
    if (category?.slug !== slug || category.isHidden || !isLinked(slug, counts)) return []
    const { name } = category
    const count = counts.get(countOfList(slug)) ?? 0
    // Prefers games whose first category is this one: without a picture, a game's poster shows the symbol of its first
    // category.
    const best = list(`best ${slug}`).toSorted(
      (one, other) => Number(other.categories[0] === name) - Number(one.categories[0] === name),
    )
    const picture = pictureOfTile(best, hasPicture, { drawn: categoryPosterOf(slug) })
    return [{ name, slug, badge: tileBadge(badge, count), label: gamesLabel(count), picture }]
  })
  const total = counts.get('all') ?? 0
  return {
    total,
    board: { hero, original, small, isDaily: original?.slug === DAILY_GAME },
    featured: withoutCommonNew(featured),
    tiles,
    rows: listRows(rows, { chosen, list, original, featured, hasTiles: tiles.length > 0, isEmpty: total === 0 }),
  }
}

/** Returns an arrangement with its games: `draft`, or the published one. */
async function loadArranged(draft: HomeArrangement | undefined): Promise<{
  arrangement: HomeArrangement
  chosen: Chosen
}> {
  const arrangement = draft ?? (await findArrangement())
  return { arrangement, chosen: await loadChosen(arrangement) }
}

/**
 * Picks up to eight different games that are not in `chosen`, preferring games with pictures: the most viewed game of
 * each tile's category, then the second and third of each, then others.
 */
function pickFeatured(
  lists: Map<string, Card[]>,
  others: Card[],
  hasPicture: (game: Card) => boolean,
  chosen: Card[],
): Card[] {
  const best = TILED.map(({ slug }) => lists.get(`best ${slug}`) ?? [])
  const byRank = [0, 1, 2].flatMap((rank) => best.flatMap((games) => games[rank] ?? []))
  return without(chosen, uniqueById([...byRank, ...others]))
    .toSorted(byPicture(hasPicture))
    .slice(0, FEATURED)
}

/** Returns categories in the operators' order if operators have changed the order. */
function inOrder<Category extends { slug: string }>(categories: Category[]): Category[] {
  if (!areCategoriesReordered()) return categories
  const order = listCategories().map(({ slug }) => slug)
  return categories.toSorted((one, other) => order.indexOf(one.slug) - order.indexOf(other.slug))
}

/** Returns a comparison for a stable sort that puts games with pictures first. */
function byPicture(hasPicture: (game: Card) => boolean): (one: Card, other: Card) => number {
  return (one, other) => Number(hasPicture(other)) - Number(hasPicture(one))
}

function uniqueById(games: Card[]): Card[] {
  return [...new Map(games.map((game) => [game.id, game])).values()]
}

/** Formats a count, such as "64 games" or "100+ games". */
function gamesLabel(games: number): string {
  return games > COUNTED_UP_TO ? `${COUNTED_UP_TO}+ games` : countOf(games, 'game')
}
