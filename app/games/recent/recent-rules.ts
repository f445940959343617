/** How many recently played games are stored, per player or visitor's browser, and how many the home page shows. */
export const MAX_RECENT = 100
export const RECENT_IN_ROW = 12

/** A shorter row is filled up to this with similar games: as many as the widest screen shows at once. */
export const RECENT_FILLED = 8
