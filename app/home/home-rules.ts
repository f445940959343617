/** Sizes of the home page's rows (docs/product.md, Lists). */
export const FEATURED = 8
export const ROW = 16
export const TOP_RATED = 8

/** Tiles count no further than this. */
export const COUNTED_UP_TO = 100

/** The grid "Explore by Category". */
export const TILES: { name: string; badge?: 'HOT' | 'NEW' }[] = [
  { name: 'Multiplayer', badge: 'HOT' },
  { name: 'Action', badge: 'HOT' },
  { name: 'Adventure' },
  { name: 'Car', badge: 'HOT' },
  { name: 'Puzzle' },
  { name: 'Sports' },
  { name: 'Soccer', badge: 'NEW' },
  { name: 'Basketball' },
  { name: 'Shooting', badge: 'HOT' },
  { name: 'Stickman', badge: 'NEW' },
]

/** The categories that have a row of their own. */
export const ROW_CATEGORIES = ['Action', 'Adventure', 'Car', 'Puzzle', 'Sports', 'Shooting', 'Stickman']
