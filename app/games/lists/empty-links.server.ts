import { href } from 'react-router'
import { isDeepStrictEqual } from 'node:util'
import { remember } from '../../lib/remember.ts'
import { linksIn } from '../../site/navigation.ts'
import { countOfList, isLinked } from './linked-lists.ts'
import { countGames } from './list-games.server.ts'

/** The links round every page that lead to lists. */
const LISTS = [
  { slug: 'original', to: href('/originals') },
  ...[...linksIn('sidebarLists'), ...linksIn('sidebarCategories')].flatMap(({ slug, to }) =>
    slug ? [{ slug, to }] : [],
  ),
]

const known = () => remember('empty-links', () => ({ paths: [] as string[] }))

/**
 * The links of sidebar and menu that are left out, since they lead to lists without games (docs/product.md, Lists): from memory,
 * the same object until the catalogue changes them.
 */
export function emptyLinks(): string[] {
  return known().paths
}

/** Reads them into the memory; gives whether they are others than before. */
export async function loadEmptyLinks(): Promise<boolean> {
  const counts = await countGames(['all', ...LISTS.map(({ slug }) => countOfList(slug))])
  const paths = LISTS.filter(({ slug }) => !isLinked(slug, counts)).map(({ to }) => to)
  if (isDeepStrictEqual(paths, known().paths)) return false
  known().paths = paths
  return true
}
