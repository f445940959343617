import { Places } from '../lib/places.ts'

/**
 * Work that takes tens of megabytes for a moment: a password's hash 46, a picture while it is decoded up to 128. Two at
 * once, whatever they are (docs/decisions/005-memory-is-bounded.md).
 */
export const largeWork = new Places(2)
