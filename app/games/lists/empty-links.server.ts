import { href } from 'react-router'
import { isDeepStrictEqual } from 'node:util'
import { remember } from '../../lib/remember.ts'
import { linksIn } from '../../site/navigation.ts'
import { countOfList, isLinked } from './linked-lists.ts'
import { countGames } from './list-games.server.ts'

/** The links to lists in the navigation of every page. */
const LISTS = [
  { slug: 'original', to: href('/originals') },
  ...[...linksIn('sidebarLists'), ...linksIn('sidebarCategories')].flatMap(({ slug, to }) =>
    slug ? [{ slug, to }] : [],
  ),
]

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
  const counts = await countGames(['all', ...LISTS.map(({ slug }) => countOfList(slug))])
  const paths = LISTS.filter(({ slug }) => !isLinked(slug, counts)).map(({ to }) => to)
  if (isDeepStrictEqual(paths, known().paths)) return false
  known().paths = paths
  return true
}
