import { href } from 'react-router'
import { isDeepStrictEqual } from 'node:util'
import { remember } from '../../lib/remember.ts'
import { menuCategories } from '../arrangement/known-categories.ts'
import { linksIn } from '../../site/navigation.ts'
import { countOfList, isLinked } from './linked-lists.ts'
import { countGames } from './list-games.server.ts'

/** The links to lists in the navigation of every page. */
function navigationLists(): { slug: string; to: string }[] {
  const categories = menuCategories()
  const links = [...linksIn('sidebarLists'), ...linksIn('sidebarCategories', { categories })]
  return [
    { slug: 'original', to: href('/originals') },
    ...links.flatMap(({ slug, to }) => (slug ? [{ slug, to }] : [])),
  ]
}

const known = () => remember('empty-links', () => ({ paths: [] as string[] }))

/**
 * Returns the paths of sidebar and menu links to hide, since their lists have no games
 * (docs/product.md#links-to-lists). They are cached in memory; the array is the same object until the catalogue changes
 * it.
 */
export function emptyLinks(): string[] {
  return known().paths
}

/** Loads the hidden links into memory; returns whether they have changed. */
export async function loadEmptyLinks(): Promise<boolean> {
  const lists = navigationLists()
  const counts = await countGames(['all', ...lists.map(({ slug }) => countOfList(slug))])
  const paths = lists.filter(({ slug }) => !isLinked(slug, counts)).map(({ to }) => to)
  if (isDeepStrictEqual(paths, known().paths)) return false
  known().paths = paths
  return true
}
