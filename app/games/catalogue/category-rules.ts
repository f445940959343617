import { slugify } from '../../lib/slug.ts'

/** The categories that a game may have (docs/product.md#categories). */
export const CATEGORIES = [
  'Multiplayer', '2 Player', 'Action', 'Adventure', 'Basketball', 'Beauty', 'Bike', 'Car', 'Card', 'Casual', 'Clicker',
  'Controller', 'Dress Up', 'Driving', 'Escape', 'Flash', 'FPS', 'Horror', 'Jo', 'Mahjong', 'Minecraft', 'Pool',
  'Puzzle', 'Shooting', 'Soccer', 'Sports', 'Stickman', 'Tower Defense',
] as const // prettier-ignore

export type Category = (typeof CATEGORIES)[number]

/** The category of a game without a known one. */
const DEFAULT_CATEGORY: Category = 'Casual'

const SYNONYMS: Record<string, Category> = {
  cars: 'Car',
  racing: 'Car',
  football: 'Soccer',
  arcade: 'Casual',
  simulation: 'Casual',
  strategy: 'Puzzle',
  rpg: 'Adventure',
  platform: 'Action',
  fighting: 'Action',
}

const BY_SLUG = new Map<string, Category>([
  ...Object.entries(SYNONYMS),
  ...CATEGORIES.map((category) => [slugify(category), category] as const),
])

/** Returns the allowed category for a word or slug, by name or synonym and ignoring case, or null. */
export function findCategory(word: string): Category | null {
  return BY_SLUG.get(slugify(word)) ?? null
}

/** Tags that are synonyms of an allowed category: slugs in the singular. */
const TAG_SYNONYMS: Record<string, Category> = {
  'two-player': '2 Player', '2player': '2 Player', io: 'Multiplayer', pvp: 'Multiplayer',
  hair: 'Beauty', hairstyle: 'Beauty', makeover: 'Beauty', makeup: 'Beauty', nail: 'Beauty', spa: 'Beauty',
  bicycle: 'Bike', bmx: 'Bike', moto: 'Bike', motocross: 'Bike', motorbike: 'Bike', motorcycle: 'Bike',
  drift: 'Car', drifting: 'Car', racing: 'Car', supercar: 'Car', parking: 'Driving',
  poker: 'Card', solitaire: 'Card', idle: 'Clicker', scary: 'Horror', roomescape: 'Escape', 'room-escape': 'Escape',
  cutedressup: 'Dress Up', dressup: 'Dress Up', fashion: 'Dress Up', girlsdressup: 'Dress Up',
  'first-person-shooter': 'FPS', shooter: 'Shooting', 'shoot-em-up': 'Shooting', sniper: 'Shooting',
  '8-ball-pool': 'Pool', billiard: 'Pool', football: 'Soccer', sport: 'Sports',
  'tower-defence': 'Tower Defense', towerdefence: 'Tower Defense', towerdefense: 'Tower Defense',
} // prettier-ignore

const BY_TAG = new Map([
  ...Object.entries(TAG_SYNONYMS),
  ...CATEGORIES.map((category) => [slugify(category), category] as const),
])

/** Returns the category that a tag names, such as "Car", "Cars" or "Car Games", or null. */
function categoryOfTag(tag: string): Category | null {
  const slug = slugify(tag).replace(/-games?$/, '')
  return BY_TAG.get(slug) ?? BY_TAG.get(slug.replace(/s$/, '')) ?? null
}

/**
 * Returns the categories of a game, best first: those of its raw categories, then those of its tags. Synonyms of raw
 * categories do not apply to tags, since a tag such as "arcade" means little. Casual is used only if no other category
 * is found.
 */
export function categoriesOf(raw: string[], tags: string[]): Category[] {
  const found = new Set([...raw.map(findCategory), ...tags.map(categoryOfTag)].filter((category) => category != null))
  if (found.size > 1) found.delete(DEFAULT_CATEGORY)
  return found.size ? [...found] : [DEFAULT_CATEGORY]
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
  return { kind: 'category', slug: category ? categorySlug(category) : slugify(requested), name }
}

export function categorySlug(category: string): string {
  return slugify(category)
}
