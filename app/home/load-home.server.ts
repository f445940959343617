import type { Card } from '../games/cards/card.server.ts'
import { categorySlug } from '../games/catalogue/category-rules.ts'
import { countGames, listTogether, type Wanted } from '../games/lists/list-games.server.ts'
import { findPictured, pictureOfTile } from '../games/pictures/pictured.server.ts'
import { COUNTED_UP_TO, FEATURED, ROW, ROW_CATEGORIES, TILES, TOP_RATED } from './home-rules.ts'

const ORIGINALS = 30
const CATEGORY_ROW = 12
const BOARD = 4

const TILED = TILES.map((tile) => ({ ...tile, slug: categorySlug(tile.name) }))
const ROWS = ROW_CATEGORIES.map((name) => ({ name, slug: categorySlug(name) }))
const countOfTile = ({ slug }: { slug: string }) => `category:${slug}`

const LISTS: Wanted[] = [
  { list: 'newest', of: 'all', order: 'newest', limit: ROW, hideOriginals: true },
  { list: 'popular', of: 'all', order: 'most viewed', limit: ROW, hideOriginals: true },
  // Pictures that we have ourselves.
  { list: 'own', of: 'own', order: 'newest', limit: FEATURED + BOARD, hideOriginals: true },
  { list: 'originals', of: 'original', order: 'newest', limit: ORIGINALS },
  ...TILED.map(({ slug }): Wanted => ({
    list: `best ${slug}`,
    of: { category: slug },
    order: 'most viewed',
    limit: 3,
    hideOriginals: true,
  })),
  ...ROWS.map(({ slug }): Wanted => ({
    list: slug,
    of: { category: slug },
    order: 'newest',
    limit: CATEGORY_ROW,
    hideOriginals: true,
  })),
]

/** Everything the home page shows. The board and the carousel show games with pictures while there are such (docs/product.md, Posters). */
export async function loadHome() {
  const [counts, lists] = await Promise.all([
    countGames(['all', ...TILED.map(countOfTile)]),
    listTogether('home', LISTS),
  ])
  const list = (name: string) => lists.get(name) ?? []
  const [newest, popular, originals] = [list('newest'), list('popular'), list('originals')]
  const hasPicture = await findPictured([...lists.values()].flat())
  const featured = pickFeatured(
    TILED.map(({ slug }) => list(`best ${slug}`)),
    [...popular, ...newest.filter(hasPicture), ...list('own')],
    hasPicture,
  )
  const known = new Set(featured.map((game) => game.id))
  const others = [...popular, ...newest, ...list('own')].filter((game) => !known.has(game.id))
  const boardGames = uniqueById([...others, ...featured])
    .toSorted(byPicture(hasPicture))
    .slice(0, BOARD)
  return {
    total: counts.get('all') ?? 0,
    board: { hero: boardGames[0] ?? null, original: originals[0] ?? null, small: boardGames.slice(1) },
    featured,
    // A fresh installation has no games of some of them, and a tile that leads nowhere is worse than none.
    tiles: TILED.filter((tile) => counts.has(countOfTile(tile))).map((tile) => ({
      ...tile,
      ...countedUpTo(counts.get(countOfTile(tile)) ?? 0),
      picture: pictureOfTile(list(`best ${tile.slug}`), hasPicture),
    })),
    originals,
    newest,
    topRated: popular.slice(0, TOP_RATED),
    categories: ROWS.map((category) => ({ ...category, games: list(category.slug) })),
    popular,
  }
}

/** The most viewed game of each category of the tiles, then their seconds, then others: eight that differ, those with pictures first. */
function pickFeatured(best: Card[][], others: Card[], hasPicture: (game: Card) => boolean): Card[] {
  const byRank = [0, 1, 2].flatMap((rank) => best.flatMap((games) => games[rank] ?? []))
  return uniqueById([...byRank, ...others])
    .toSorted(byPicture(hasPicture))
    .slice(0, FEATURED)
}

/** Those with pictures first, else in their order. */
function byPicture(hasPicture: (game: Card) => boolean): (one: Card, other: Card) => number {
  return (one, other) => Number(hasPicture(other)) - Number(hasPicture(one))
}

function uniqueById(games: Card[]): Card[] {
  return [...new Map(games.map((game) => [game.id, game])).values()]
}

function countedUpTo(games: number): { games: number; more: boolean } {
  return { games: Math.min(games, COUNTED_UP_TO), more: games > COUNTED_UP_TO }
}
