/** Games that are remembered as played last, for a player and in a visitor's browser, and how many the home page shows. */
export const MAX_RECENT = 100
export const RECENT_IN_ROW = 12

/** A row of fewer games is filled up with similar ones: as many as the widest screen shows at once. */
export const RECENT_FILLED = 8
