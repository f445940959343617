import type { Genre } from '../../site/site-texts.ts'
import { areCategoriesReordered, categoryAt, isAdded, listVisibleCategories } from '../arrangement/known-categories.ts'
import { categorySlug, findCategory } from '../catalogue/category-rules.ts'
import { CATEGORIES } from '../catalogue/default-categories.ts'

/** A tile of the page of all categories. `slug` is its address, and `list` the slug of the category listed there. */
export type GenreTile = { slug: string; list: string; name: string; badge?: string }

/** The tiles of the specification; some of them are synonyms of categories. */
const GENRES: { slug: Genre; name: string; badge?: string }[] = [
  { slug: 'action', name: 'Action', badge: 'Popular' },
  { slug: 'adventure', name: 'Adventure' },
  { slug: 'puzzle', name: 'Puzzle', badge: 'Popular' },
  { slug: 'racing', name: 'Racing' },
  { slug: 'sports', name: 'Sports' },
  { slug: 'arcade', name: 'Arcade', badge: 'New' },
  { slug: 'shooting', name: 'Shooting' },
]

/**
 * Returns the tiles of the page of all categories: those of the specification, as operators have renamed them, then
 * categories that operators added. Once operators have reordered them, all categories (docs/product.md#categories).
 */
export function listGenreTiles(): GenreTile[] {
  const visible = listVisibleCategories()
  const tileOf = ({ slug, name }: (typeof visible)[number]): GenreTile => ({ slug, list: slug, name })
  if (areCategoriesReordered()) return visible.map(tileOf)
  const known = GENRES.flatMap((genre): GenreTile[] => {
    const list = categorySlug(findCategory(genre.slug) ?? genre.slug)
    const category = categoryAt(list)
    if (category?.isHidden) return []
    const isRenamed = category && !(CATEGORIES as readonly string[]).includes(category.name)
    return [isRenamed ? { ...genre, ...tileOf(category) } : { ...genre, list }]
  })
  return [...known, ...visible.filter(({ slug }) => isAdded(slug)).map(tileOf)].filter(
    ({ list }, at, all) => all.findIndex((one) => one.list === list) === at,
  )
}
