import { slugify } from '../../lib/slug.ts'
import { categoryAt, categoryOfWord, categorySlug, currentName } from '../arrangement/known-categories.ts'
import { CATEGORIES, DEFAULT_CATEGORY, SYNONYMS, TAG_SYNONYMS } from './default-categories.ts'

export { categorySlug } from '../arrangement/known-categories.ts'

/** Returns the name of the category for a word or slug, by name or synonym and ignoring case, or null. */
export function findCategory(word: string): string | null {
  const slug = slugify(word)
  return categoryOfWord(word) ?? categoryAt(slug)?.name ?? synonymIn(SYNONYMS, slug)
}

function synonymIn(synonyms: Readonly<Record<string, string>>, slug: string): string | null {
  return Object.hasOwn(synonyms, slug) ? currentName(synonyms[slug] as string) : null
}

/** Returns the category that a tag names, such as "Car", "Cars" or "Car Games", or null. */
function categoryOfTag(tag: string): string | null {
  const slug = slugify(tag).replace(/-games?$/, '')
  return categoryOfTagSlug(slug) ?? categoryOfTagSlug(slug.replace(/s$/, ''))
}

function categoryOfTagSlug(slug: string): string | null {
  return categoryAt(slug)?.name ?? synonymIn(TAG_SYNONYMS, slug)
}

/**
 * Returns the categories of a game, best first: those of its raw categories, then those of its tags. Synonyms of raw
 * categories do not apply to tags, since a tag such as "arcade" or "casual" means little. Casual says less than any
 * other, so it comes last. A game without a known category is Casual (docs/product.md#categories).
 */
export function categoriesOf(raw: string[], tags: string[]): string[] {
  const usual = currentName(DEFAULT_CATEGORY)
  const ofTags = tags.map(categoryOfTag).filter((category) => category !== usual)
  const found = new Set([...raw.map(findCategory), ...ofTags].filter((category) => category != null))
  if (!found.size || found.delete(usual)) found.add(usual)
  return [...found]
}

/** The slug of a list that is not a category but has its own page: games with this tag, category or title. */
export const BRAINROT = 'italian-brainrot'

/** Slugs of two more such lists: games that work on a phone, and games with short rounds. */
export const MOBILE = 'mobile'
export const QUICK = 'quick'

const COLLECTIONS = { new: 'New', popular: 'Popular', original: 'Original' } as const
export type Collection = keyof typeof COLLECTIONS

/** What `/category/{slug}` lists, and its heading without " Games". Any slug is a category, perhaps an empty one. */
export type Listing =
  | { kind: 'collection'; collection: Collection; name: string }
  | { kind: 'category'; slug: string; name: string }

/** Takes the last path segment of a category's address. */
export function listingOf(slug: string): Listing {
  const requested = slug.toLowerCase()
  if (requested === BRAINROT || requested === `${BRAINROT}-characters-games`) {
    return { kind: 'category', slug: BRAINROT, name: 'Italian Brainrot' }
  }
  const words = requested.replaceAll('-', ' ').trim()
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  if (Object.hasOwn(COLLECTIONS, requested)) return { kind: 'collection', collection: requested as Collection, name }
  const category = findCategory(requested)
  if (!category) return { kind: 'category', slug: slugify(requested), name }
  const found = categorySlug(category)
  // In headings, names of the specification and synonyms are in sentence case.
  const isOperators = requested === found && !(CATEGORIES as readonly string[]).includes(category)
  return { kind: 'category', slug: found, name: isOperators ? category : name }
}
