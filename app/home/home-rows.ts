import type { HomeArrangement, HomeRow } from '../db/schema/arrangement.server.ts'
import { categoryAt } from '../games/arrangement/known-categories.ts'
import { MOBILE, QUICK } from '../games/catalogue/category-rules.ts'
import { slugify } from '../lib/slug.ts'
import { CATEGORY_ROW, FEW, FULL_ROW, ROW, ROW_CATEGORIES, TOP_RATED } from './home-rules.ts'

/** A built-in row of the home page. Its name is stored in arrangements, so it must never change. */
export type OwnRow = {
  row: string
  title: string
  isCategory?: true
  /** Set for a row of games from one list. */
  list?: {
    /** The slug of the list in addresses below /category/. */
    slug: string
    size: number
    /**
     * Set if the row omits games of the rows just above it. It defines the order of the row's list, and the fewest
     * games with which the row is shown. Rows without it show exactly what their titles promise.
     */
    varied?: { order: 'newest' | 'most viewed'; least: number }
  }
}

/** The maximum number of originals in their row. */
export const ORIGINALS = 30

const ranked = (row: string, title: string, slug: string, size: number): OwnRow => ({
  row,
  title,
  list: { slug, size },
})
const category = (name: string): OwnRow => {
  const slug = slugify(name)
  return {
    row: slug,
    title: name,
    isCategory: true,
    list: { slug, size: CATEGORY_ROW, varied: { order: 'newest', least: FEW } },
  }
}
const occasion = (row: string, title: string, slug: string): OwnRow => ({
  row,
  title,
  list: { slug, size: CATEGORY_ROW, varied: { order: 'most viewed', least: FULL_ROW } },
})

/** The rows of the home page below the board, in their default order (docs/product.md#rows). */
export const OWN_ROWS: readonly OwnRow[] = [
  { row: 'wishlist', title: 'My Wishlist' },
  { row: 'carousel', title: 'Featured Games' },
  { row: 'categories', title: 'Explore by Category' },
  ranked('original', 'Original Games', 'original', ORIGINALS),
  ranked('new', 'New Games', 'new', ROW),
  ranked('top-rated', 'Top Rated', 'popular', TOP_RATED),
  { row: 'ad', title: 'Advertisement' },
  ...ROW_CATEGORIES.map(category),
  ranked('popular', 'Popular Games', 'popular', ROW),
  { row: 'played', title: 'Continue playing' },
  // The specification does not name these rows, so they come last.
  occasion('two-players', 'Two Players', slugify('2 Player')),
  occasion('quick', 'Quick to Play', QUICK),
  occasion('phones', 'Works on Your Phone', MOBILE),
]

const BY_NAME = new Map(OWN_ROWS.map((own) => [own.row, own]))

/** The arrangement of an automatic home page. */
export const AUTOMATIC: HomeArrangement = { rows: [], carousel: [], board: [] }

/** Returns a built-in row by name. */
export function findOwnRow(row: string): OwnRow | undefined {
  return BY_NAME.get(row)
}

/**
 * Returns the default title of a built-in row. For a category, this is its current name, or null if it is hidden or
 * merged.
 */
export function ownTitle({ row, title, isCategory }: OwnRow): string | null {
  if (!isCategory) return title
  const category = categoryAt(row)
  return category?.slug === row && !category.isHidden ? category.name : null
}

/** Returns the name of a row with the games of a collection. */
export function collectionRow(id: number): string {
  return `collection:${id}`
}

/** Returns the id of the collection whose games a row shows, or null for a built-in row. */
export function collectionOf(row: string): number | null {
  const [, id] = /^collection:([1-9]\d{0,8})$/.exec(row) ?? []
  return id === undefined ? null : Number(id)
}

/**
 * Returns all rows of an arrangement in order. A built-in row that is missing, for example after an upgrade, is
 * inserted after its predecessor in the default order. Rows that no longer exist are omitted.
 */
export function rowsOf({ rows }: HomeArrangement, hasCollection: (id: number) => boolean): HomeRow[] {
  const all = [...new Map(rows.filter(({ row }) => exists(row, hasCollection)).map((one) => [one.row, one])).values()]
  let place = 0
  for (const { row } of OWN_ROWS) {
    const at = all.findIndex((one) => one.row === row)
    if (at < 0) all.splice(place, 0, { row, title: null, isOff: false, pinned: [] })
    place = at < 0 ? place + 1 : at + 1
  }
  return all
}

function exists(row: string, hasCollection: (id: number) => boolean): boolean {
  const id = collectionOf(row)
  return id === null ? BY_NAME.has(row) : hasCollection(id)
}
