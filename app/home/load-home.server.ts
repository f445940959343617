import { tileBadge, withTellingBadges } from '../games/cards/badge-rules.ts'
import type { Card } from '../games/cards/card.server.ts'
import { categorySlug, MOBILE, QUICK } from '../games/catalogue/category-rules.ts'
import { countOfList, isLinked } from '../games/lists/linked-lists.ts'
import { countGames, listTogether, type Wanted } from '../games/lists/list-games.server.ts'
import { countOf } from '../lib/text.ts'
import { plainPosterOf } from '../games/pictures/picture.server.ts'
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
  TILES,
  TOP_RATED,
} from './home-rules.ts'

const ORIGINALS = 30
/** So many are read of a list of which some games stand above its row already. */
const SPARE = 24
/** The last row has those of the most played that stand nowhere else. */
const ALL_POPULAR = 200

const TILED = TILES.map((tile) => ({ ...tile, slug: categorySlug(tile.name) }))

/** What people look for with somebody beside them, for a minute, or on the way. */
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
  // Pictures that we have ourselves.
  { list: 'own', of: 'own', order: 'newest', limit: FEATURED + 1 + ON_BOARD, hideOriginals: true },
  { list: 'originals', of: 'original', order: 'newest', limit: ORIGINALS },
  { list: 'originals, wide', of: 'original', order: 'newest', limit: FEW, wide: true },
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

/** A row of cards; `slug` is the list that it is the beginning of. */
export type Row = { title: string; slug: string; games: Card[] }

/**
 * Everything the home page shows of the catalogue: no game twice, no row of few, no link to a list without games. The board
 * and the carousel show games with pictures while there are such (docs/product.md, Home page; docs/product.md, Posters).
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
  const others = originals.filter((game) => game !== original)
  // Too few for a row of their own: they stand on the board.
  const wide = others.length < FEW ? list('originals, wide').filter(({ id }) => id !== original?.id) : []
  const left = games.length - (1 + ON_BOARD - wide.length)
  const featured = left < FEW ? [] : pickFeatured(lists, games, hasPicture).slice(0, left)

  const take = takeOnce(featured)
  const pictured = games.toSorted(byPicture(hasPicture))
  const [hero = null] = take(pictured, 1)
  // Their titles stand on the pictures: one that is drawn says its own, so it is taken without.
  const small = take([...wide, ...pictured], ON_BOARD).map((game) =>
    hasPicture(game) ? game : { ...game, picture: { src: game.picture.src, small: plainPosterOf(game) } },
  )
  const row = (title: string, slug: string, from: Card[], limit: number, least = FULL_ROW): Row[] => {
    const shown = take(from, limit, least)
    return shown.length ? [{ title, slug, games: withTellingBadges(shown) }] : []
  }
  const rowOf = ({ title, slug }: { title: string; slug: string }) => row(title, slug, list(slug), CATEGORY_ROW)
  return {
    total: counts.get('all') ?? 0,
    board: { hero, original, small, isDaily: original?.slug === DAILY_GAME },
    featured: withTellingBadges(featured),
    tiles: TILED.filter(({ slug }) => isLinked(slug, counts)).map(({ name, slug, badge }): Tile => {
      const count = counts.get(countOfList(slug)) ?? 0
      // Of a game that is of this category first, as a drawn picture says by its sign.
      const best = list(`best ${slug}`).toSorted(
        (one, other) => Number(other.categories[0] === name) - Number(one.categories[0] === name),
      )
      const picture = pictureOfTile(best, hasPicture)
      return { name, slug, badge: tileBadge(badge, count), label: gamesLabel(count), picture }
    }),
    rows: [
      ...row('Original Games', 'original', wide.length ? [] : others, ORIGINALS, FEW),
      ...row('New Games', 'new', newest, ROW),
      ...row('Top Rated', 'popular', games, TOP_RATED),
      ...OCCASIONS.flatMap(rowOf),
    ],
    more: [...CATEGORIES.flatMap(rowOf), ...row('Popular Games', 'popular', games, ROW, FEW)],
  }
}

/** The most viewed game of each category of the tiles, then their seconds, then others: eight that differ, those with pictures first. */
function pickFeatured(lists: Map<string, Card[]>, others: Card[], hasPicture: (game: Card) => boolean): Card[] {
  const best = TILED.map(({ slug }) => lists.get(`best ${slug}`) ?? [])
  const byRank = [0, 1, 2].flatMap((rank) => best.flatMap((games) => games[rank] ?? []))
  return uniqueById([...byRank, ...others])
    .toSorted(byPicture(hasPicture))
    .slice(0, FEATURED)
}

/** Gives the first of a list that were not given before, nothing where they are fewer than `least`. */
function takeOnce(given: Card[]) {
  const known = new Set(given.map(({ id }) => id))
  return (from: Card[], limit: number, least = 0): Card[] => {
    const taken = from.filter(({ id }) => !known.has(id)).slice(0, limit)
    if (taken.length < least) return []
    for (const { id } of taken) known.add(id)
    return taken
  }
}

/** Those with pictures first, else in their order. */
function byPicture(hasPicture: (game: Card) => boolean): (one: Card, other: Card) => number {
  return (one, other) => Number(hasPicture(other)) - Number(hasPicture(one))
}

function uniqueById(games: Card[]): Card[] {
  return [...new Map(games.map((game) => [game.id, game])).values()]
}

/** "64 games", "100+ games". */
function gamesLabel(games: number): string {
  return games > COUNTED_UP_TO ? `${COUNTED_UP_TO}+ games` : countOf(games, 'game')
}
