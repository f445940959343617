/** Sizes of the home page's rows, and of the small games on its board (docs/product.md, Home page). */
export const FEATURED = 8
export const ROW = 16
export const TOP_RATED = 8
export const CATEGORY_ROW = 12
export const ON_BOARD = 6

/** As many as a wide screen shows at once: a row of fewer is left out. */
export const FULL_ROW = 6
/** The same for originals, and for the last row, which has what is left of a small catalogue. */
export const FEW = 3

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
