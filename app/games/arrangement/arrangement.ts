import { remember } from '../../lib/remember.ts'

export type PortalCategory = {
  /** Part of its address; never changes. */
  slug: string
  name: string
  description: string
  isInMenu: boolean
  isHidden: boolean
}

/** What an operator has set for a tag. */
export type ArrangedTag = {
  /** Lower case. */
  tag: string
  /** How it is shown; null for the spelling of its games. */
  name: string | null
  description: string
  isHidden: boolean
  /** The tag that it was merged into, which is not merged itself. */
  mergedInto: string | null
}

/** A list of games with a page of its own. */
export type PortalCollection = {
  id: number
  slug: string
  name: string
  description: string
  /** Whether its games are found by a rule; otherwise operators pick them. */
  isByRule: boolean
  isHidden: boolean
}

/** What operators have arranged. Empty if they have not changed anything. */
export type Arrangement = {
  /** In their order. `mergedInto` is the slug of a category that is not merged itself. */
  categories: (PortalCategory & { mergedInto: string | null })[]
  /** Names that categories had, with the slug of the category. */
  formerNames: { name: string; category: string }[]
  /** Words in feeds, as slugs, with the slug of the category. */
  synonyms: { word: string; category: string }[]
  tags: ArrangedTag[]
  /** In their order. */
  collections: PortalCollection[]
}

const NOTHING: Arrangement = { categories: [], formerNames: [], synonyms: [], tags: [], collections: [] }

const known = () => remember('arrangement', () => ({ arrangement: NOTHING }))

/**
 * Returns the current arrangement from memory; the same object until it changes. On the server it is loaded from the
 * database (`loadArrangement`). In the browser, pages of the console have its categories (`adoptCategories`), and all
 * other pages have the defaults.
 */
export function arrangement(): Arrangement {
  return known().arrangement
}

export function setArrangement(next: Partial<Arrangement>): void {
  known().arrangement = { ...NOTHING, ...next }
}

/** Makes the portal's categories known in the browser. Call it while rendering, before what uses them. */
export function adoptCategories(categories: Arrangement['categories'] | undefined): void {
  if (categories && typeof document !== 'undefined' && arrangement().categories !== categories)
    setArrangement({ categories })
}
