import { tileBadge, withoutCommonNew } from '../games/cards/badge-rules.ts'
import type { Card } from '../games/cards/card.server.ts'
import { categorySlug, MOBILE, QUICK } from '../games/catalogue/category-rules.ts'
import { countOfList, isLinked } from '../games/lists/linked-lists.ts'
import { countGames, listTogether, type Wanted } from '../games/lists/list-games.server.ts'
import { countOf } from '../lib/text.ts'
import { categoryPosterOf } from '../games/pictures/picture.server.ts'
import { findPictured, pictureOfTile } from '../games/pictures/pictured.server.ts'
import { DAILY_GAME } from './daily-puzzle.server.ts'
import {
  CATEGORY_ROW,
  COUNTED_UP_TO,
  FEATURED,
  FEW,
  FULL_ROW,
  ON_BOARD,
  ROW,
  ROW_CATEGORIES,
  SEEN,
  TILES,
  TOP_RATED,
} from './home-rules.ts'

const ORIGINALS = 30
/** The number of extra games that are read per list, since a row omits games of the rows above it. */
const SPARE = 24
/** The number of most viewed games that are read: few of them may have pictures. */
const ALL_POPULAR = 200

const TILED = TILES.map((tile) => ({ ...tile, slug: categorySlug(tile.name) }))

/** The specification does not name these rows, so they come last. */
const OCCASIONS = [
  { title: 'Two Players', slug: categorySlug('2 Player') },
  { title: 'Quick to Play', slug: QUICK },
  { title: 'Works on Your Phone', slug: MOBILE },
]
const CATEGORIES = ROW_CATEGORIES.map((name) => ({ title: name, slug: categorySlug(name) }))

const ofCategory = (slug: string, order: Wanted['order'], limit: number) => ({ of: { category: slug }, order, limit })

const LISTS: Wanted[] = [
  { list: 'newest', of: 'all', order: 'newest', limit: ROW + SPARE, hideOriginals: true },
  { list: 'popular', of: 'all', order: 'most viewed', limit: ALL_POPULAR, hideOriginals: true },
  // The pictures of these games are on our server.
  { list: 'own', of: 'own', order: 'newest', limit: FEATURED + 1 + ON_BOARD, hideOriginals: true },
  { list: 'originals', of: 'original', order: 'newest', limit: ORIGINALS },
  ...TILED.map(({ slug }): Wanted => {
    return { list: `best ${slug}`, ...ofCategory(slug, 'most viewed', 8), hideOriginals: true }
  }),
  ...OCCASIONS.map(({ slug }): Wanted => {
    return { list: slug, ...ofCategory(slug, 'most viewed', CATEGORY_ROW + SPARE), hideOriginals: true }
  }),
  ...CATEGORIES.map(({ slug }): Wanted => {
    return { list: slug, ...ofCategory(slug, 'newest', CATEGORY_ROW + SPARE), hideOriginals: true }
  }),
]

export type Tile = {
  name: string
  slug: string
  badge?: 'HOT' | 'NEW' | undefined
  label: string
  picture?: string | undefined
}

/** A row of cards. `slug` is the list whose first games the row shows. */
export type Row = { title: string; slug: string; games: Card[] }

/**
 * Loads everything that the home page shows from the catalogue. Original, New Games, Top Rated and Popular Games are
 * exactly what their titles say (docs/product.md#rows). All other rows omit games of the rows just above them. No link
 * leads to an empty list. The board and the carousel prefer games with pictures
 * (docs/product.md#when-a-poster-is-shown).
 */
export async function loadHome() {
  const [counts, lists] = await Promise.all([
    countGames(['all', ...TILED.map(({ slug }) => countOfList(slug))]),
    listTogether('home', LISTS),
  ])
  const list = (name: string) => lists.get(name) ?? []
  const hasPicture = await findPictured([...lists.values()].flat())
  const [newest, popular, originals] = [list('newest'), list('popular'), list('originals')]
  const games = uniqueById([...popular, ...newest, ...list('own')])

  const original = originals.find(({ slug }) => slug === DAILY_GAME) ?? originals[0] ?? null
  const left = games.length - (1 + ON_BOARD)
  const featured = left < FEW ? [] : pickFeatured(lists, games, hasPicture).slice(0, left)

  const onBoard = without(featured, games.toSorted(byPicture(hasPicture))).slice(0, 1 + ON_BOARD)
  const [hero = null] = onBoard
  const small = onBoard.slice(1)

  const above: Card[][] = [featured]
  const row = (title: string, slug: string, shown: Card[]): Row[] => {
    if (!shown.length) return []
    above.push(shown)
    return [{ title, slug, games: withoutCommonNew(shown) }]
  }
  const otherRow = (least: number) => (of: { title: string; slug: string }) => {
    const shown = without(above.slice(-SEEN).flat(), list(of.slug)).slice(0, CATEGORY_ROW)
    return row(of.title, of.slug, shown.length < least ? [] : shown)
  }
  return {
    total: counts.get('all') ?? 0,
    board: { hero, original, small, isDaily: original?.slug === DAILY_GAME },
    featured: withoutCommonNew(featured),
    tiles: TILED.filter(({ slug }) => isLinked(slug, counts)).map(({ name, slug, badge }): Tile => {
      const count = counts.get(countOfList(slug)) ?? 0
      // Prefers games that have this as their first category: without a picture, a game's poster shows the symbol of
      // its first category.
      const best = list(`best ${slug}`).toSorted(
        (one, other) => Number(other.categories[0] === name) - Number(one.categories[0] === name),
      )
      const picture = pictureOfTile(best, hasPicture, { drawn: categoryPosterOf(slug) })
      return { name, slug, badge: tileBadge(badge, count), label: gamesLabel(count), picture }
    }),
    rows: [
      // The original on the board comes last.
      ...row('Original Games', 'original', original ? [...without([original], originals), original] : []),
      ...row('New Games', 'new', newest.slice(0, ROW)),
      ...row('Top Rated', 'popular', popular.slice(0, TOP_RATED)),
    ],
    more: [...CATEGORIES.flatMap(otherRow(FEW)), ...row('Popular Games', 'popular', popular.slice(0, ROW))],
    occasions: OCCASIONS.flatMap(otherRow(FULL_ROW)),
  }
}

/**
 * Picks up to eight different games, preferring those with pictures: the most viewed game of each tile's category, then
 * the second and third of each, then others.
 */
function pickFeatured(lists: Map<string, Card[]>, others: Card[], hasPicture: (game: Card) => boolean): Card[] {
  const best = TILED.map(({ slug }) => lists.get(`best ${slug}`) ?? [])
  const byRank = [0, 1, 2].flatMap((rank) => best.flatMap((games) => games[rank] ?? []))
  return uniqueById([...byRank, ...others])
    .toSorted(byPicture(hasPicture))
    .slice(0, FEATURED)
}

/** Returns `games` without those in `others`. */
function without(others: Card[], games: Card[]): Card[] {
  const known = new Set(others.map(({ id }) => id))
  return games.filter(({ id }) => !known.has(id))
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
