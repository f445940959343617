/** How many recently played games are stored per player or browser, and how many the home page shows. */
export const MAX_RECENT = 100
export const RECENT_IN_ROW = 12

/** If the row is shorter, similar games are added up to this number, which fits on the widest screen. */
export const RECENT_FILLED = 8
