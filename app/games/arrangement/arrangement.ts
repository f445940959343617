import { remember } from '../../lib/remember.ts'

export type PortalCategory = {
  /** Part of its address; never changes. */
  slug: string
  name: string
  description: string
  isInMenu: boolean
  isHidden: boolean
}

/** An operator's settings for a tag. */
export type ArrangedTag = {
  /** Lower case. */
  tag: string
  /** The displayed name; null for the spelling that its games use. */
  name: string | null
  description: string
  isHidden: boolean
  /** The tag that this one was merged into. That tag is not merged itself. */
  mergedInto: string | null
}

/** A list of games with its own page. */
export type PortalCollection = {
  id: number
  slug: string
  name: string
  description: string
  /** Whether a rule selects its games. Otherwise operators pick them. */
  isByRule: boolean
  isHidden: boolean
}

/** The arrangement that operators have saved. Empty if they have not changed anything. */
export type Arrangement = {
  /** In display order. `mergedInto` is the slug of a category that is not merged itself. */
  categories: (PortalCategory & { mergedInto: string | null })[]
  /** Former names of categories, each with the slug of its category. */
  formerNames: { name: string; category: string }[]
  /** Synonyms in feeds, as slugs, each with the slug of its category. */
  synonyms: { word: string; category: string }[]
  tags: ArrangedTag[]
  /** In display order. */
  collections: PortalCollection[]
}

const NOTHING: Arrangement = { categories: [], formerNames: [], synonyms: [], tags: [], collections: [] }

const known = () => remember('arrangement', () => ({ arrangement: NOTHING }))

/**
 * Returns the current arrangement from memory. It is the same object until the arrangement changes. The server loads it
 * from the database (`loadArrangement`). In the browser, console pages have the portal's categories
 * (`adoptCategories`), and all other pages have the defaults.
 */
export function arrangement(): Arrangement {
  return known().arrangement
}

export function setArrangement(next: Partial<Arrangement>): void {
  known().arrangement = { ...NOTHING, ...next }
}

/** Makes the portal's categories available in the browser. Call it during rendering, before anything uses them. */
export function adoptCategories(categories: Arrangement['categories'] | undefined): void {
  if (categories && typeof document !== 'undefined' && arrangement().categories !== categories)
    setArrangement({ categories })
}
