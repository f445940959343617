import { slugify } from '../../lib/slug.ts'
import { type CategoryLink, linksIn } from '../../site/navigation.ts'
import { CATEGORIES } from '../catalogue/default-categories.ts'
import { type Arrangement, arrangement, type PortalCategory } from './arrangement.ts'

/** The portal's categories, from memory (docs/product.md#categories). */
type Known = {
  list: PortalCategory[]
  bySlug: Map<string, PortalCategory>
  /** The slug of the category for each name in `games.categories`, current or former. */
  slugOfName: Map<string, string>
  /** The same by slug: slugs of categories, of merged ones, and of current and former names. */
  slugOfSlug: Map<string, string>
  synonyms: Map<string, string>
  isReordered: boolean
}

const cache = new WeakMap<Arrangement, Known>()

function known(): Known {
  const current = arrangement()
  const found = cache.get(current) ?? read(current)
  cache.set(current, found)
  return found
}

const DEFAULT_MENU: readonly CategoryLink[] = linksIn('sidebarCategories').map(({ slug = '', label }) => ({
  slug,
  label,
}))

const DEFAULTS: readonly PortalCategory[] = CATEGORIES.map((name) => {
  const slug = slugify(name)
  return { slug, name, description: '', isInMenu: DEFAULT_MENU.some((link) => link.slug === slug), isHidden: false }
})

/** Categories of the specification without a row have their defaults and follow all others. */
function read({ categories, formerNames, synonyms }: Arrangement): Known {
  const rows = new Set(categories.map(({ slug }) => slug))
  const list: PortalCategory[] = [
    ...categories.filter(({ mergedInto }) => mergedInto === null),
    ...DEFAULTS.filter(({ slug }) => !rows.has(slug)),
  ]
  const merged = categories.flatMap(({ slug, name, mergedInto }) => (mergedInto ? [{ slug, name, mergedInto }] : []))
  const order = DEFAULTS.map(({ slug }) => slug)
  const defaults = list.map(({ slug }) => slug).filter((slug) => order.includes(slug))
  const added = list.slice(0, defaults.length).some(({ slug }) => !order.includes(slug))
  return {
    list,
    bySlug: new Map(list.map((category) => [category.slug, category])),
    slugOfName: new Map([
      ...formerNames.map(({ name, category }) => [name, category] as const),
      ...merged.map(({ name, mergedInto }) => [name, mergedInto] as const),
      ...list.map(({ name, slug }) => [name, slug] as const),
    ]),
    slugOfSlug: new Map([
      ...formerNames.map(({ name, category }) => [slugify(name), category] as const),
      ...list.map(({ name, slug }) => [slugify(name), slug] as const),
      ...merged.map(({ slug, mergedInto }) => [slug, mergedInto] as const),
      ...list.map(({ slug }) => [slug, slug] as const),
    ]),
    synonyms: new Map(synonyms.map(({ word, category }) => [word, category])),
    isReordered: added || defaults.join() !== order.filter((slug) => defaults.includes(slug)).join(),
  }
}

/** Returns all categories that games may have, in order: hidden ones are included, merged ones are not. */
export function listCategories(): readonly PortalCategory[] {
  return known().list
}

/** Returns the categories for menus and lists, in order. */
export function listVisibleCategories(): PortalCategory[] {
  return known().list.filter(({ isHidden }) => !isHidden)
}

/** Whether operators added this category. The specification does not have it. */
export function isAdded(slug: string): boolean {
  return !DEFAULT_SLUGS.has(slug)
}

/**
 * Whether operators have changed the order. Menus and pages that have a default order of their own then follow this
 * one.
 */
export function areCategoriesReordered(): boolean {
  return known().isReordered
}

/** Returns the category with this slug, or the one that it was merged into; null if neither exists. */
export function categoryAt(slug: string): PortalCategory | null {
  const { bySlug, slugOfSlug } = known()
  return bySlug.get(slugOfSlug.get(slug) ?? slug) ?? null
}

/** Returns the slug of the category that a merged one redirects to; null for any other slug. */
export function movedTo(slug: string): string | null {
  const found = known().slugOfSlug.get(slug)
  return found && found !== slug && !known().bySlug.has(slug) ? found : null
}

/** Returns the slug of a category by its current or former name. An unknown name is converted to a slug. */
export function categorySlug(name: string): string {
  const { slugOfName, slugOfSlug } = known()
  const slug = slugify(name)
  return slugOfName.get(name) ?? slugOfSlug.get(slug) ?? slug
}

/**
 * Returns the category names that pages show for a game: the current names, without hidden categories if the game has
 * others.
 */
export function shownCategories(names: string[]): string[] {
  const { bySlug } = known()
  if (!arrangement().categories.length) return names
  const found = names.map((name) => bySlug.get(categorySlug(name)) ?? { name, isHidden: false })
  const visible = found.filter(({ isHidden }) => !isHidden)
  return [...new Set((visible.length ? visible : found).map(({ name }) => name))]
}

/**
 * Returns the name of the category for a word in a feed, by an operator's synonym or by the name of a category that an
 * operator added; null if neither exists. Endings such as "games" are ignored.
 */
export function categoryOfWord(word: string): string | null {
  const { synonyms, bySlug } = known()
  const slug = synonymSlug(word)
  const category = bySlug.get(synonyms.get(slug) ?? '') ?? bySlug.get(slug)
  return category && (synonyms.has(slug) || !DEFAULT_SLUGS.has(slug)) ? category.name : null
}

const DEFAULT_SLUGS = new Set(DEFAULTS.map(({ slug }) => slug))

/** Returns the form in which a synonym is stored: `Match-3 Games` becomes `match-3`. */
export function synonymSlug(word: string): string {
  return slugify(word.trim().replace(/[\s-]games?$/i, ''))
}

/** Returns the current name of a category by its current or former name. */
export function currentName(name: string): string {
  return known().bySlug.get(categorySlug(name))?.name ?? name
}

/** Returns the category links of the menus if they differ from the defaults (`linksIn`), otherwise null. */
export function menuCategories(): CategoryLink[] | null {
  if (!arrangement().categories.length) return null
  const links = menuLinks()
  const isDefault = ({ slug, label }: CategoryLink, at: number) =>
    slug === DEFAULT_MENU[at]?.slug && label === DEFAULT_MENU[at]?.label
  return links.length === DEFAULT_MENU.length && links.every(isDefault) ? null : links
}

function menuLinks(): CategoryLink[] {
  const { list, isReordered } = known()
  const links = list.flatMap(({ slug, name, isInMenu, isHidden }) =>
    isInMenu && !isHidden ? [{ slug, label: name }] : [],
  )
  // Lists that are not categories, such as Italian Brainrot.
  const others = DEFAULT_MENU.filter(({ slug }) => isAdded(slug))
  if (isReordered) return [...links, ...others]
  const linkOf = new Map([...others, ...links].map((link) => [link.slug, link]))
  const usual = new Set(DEFAULT_MENU.map(({ slug }) => slug))
  return [
    ...DEFAULT_MENU.flatMap(({ slug }) => linkOf.get(slug) ?? []),
    ...links.filter(({ slug }) => !usual.has(slug)),
  ]
}
