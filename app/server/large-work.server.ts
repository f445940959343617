import { Places } from '../lib/places.ts'

/**
 * Work that takes tens of megabytes for a moment: a password's hash 46, a picture while it is decoded up to 84. Two at
 * once, but for an uploaded picture, which may be the largest: that takes all places (docs/decisions/005-memory-is-bounded.md).
 */
export const LARGE_PLACES = 2
export const largeWork = new Places(LARGE_PLACES)
