/**
 * The number of games in each row of the home page, and of small games on its board
 * (docs/product.md#board-and-carousel).
 */
export const FEATURED = 8
export const ROW = 16
export const TOP_RATED = 8
export const CATEGORY_ROW = 12
export const ON_BOARD = 6

/**
 * A category row with fewer than FEW games is omitted. Rows that the specification does not name need FULL_ROW games,
 * which fill a wide screen.
 */
export const FEW = 3
export const FULL_ROW = 6

/** About a screenful of rows. A row omits games that appear in one of this many rows above it. */
export const SEEN = 4

/** The highest exact count that a tile shows. */
export const COUNTED_UP_TO = 100

/** The tiles of "Explore by Category". */
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

/** The categories that have their own row. */
export const ROW_CATEGORIES = ['Action', 'Adventure', 'Car', 'Puzzle', 'Sports', 'Shooting', 'Stickman']
