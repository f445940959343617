import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { slugify } from '../../../lib/slug.ts'
import { linksIn } from '../../../site/navigation.ts'
import { CATEGORIES } from '../../catalogue/default-categories.ts'

/** A category as stored. */
export type CategoryRow = {
  slug: string
  name: string
  description: string
  isInMenu: boolean
  isHidden: boolean
  mergedInto: string | null
}

/**
 * Locks all categories until the end of the transaction and returns them in order. From the first change on, every
 * category of the specification has a row.
 */
export async function lockCategories(tx: Transaction): Promise<CategoryRow[]> {
  await preparedIn(tx, 'lock-categories', 'lock table categories in share row exclusive mode')
  await preparedIn(tx, 'fill-categories', FILL, [
    DEFAULTS.map(({ slug }) => slug),
    DEFAULTS.map(({ name }) => name),
    DEFAULTS.map(({ isInMenu }) => isInMenu),
  ])
  return preparedIn<CategoryRow>(tx, 'all-categories', ALL)
}

const IN_MENU = linksIn('sidebarCategories').map(({ slug }) => slug)
const DEFAULTS = CATEGORIES.map((name) => {
  const slug = slugify(name)
  return { slug, name, isInMenu: IN_MENU.includes(slug) }
})

const FILL = `
  insert into categories (slug, name, position, is_in_menu)
  select d.slug, d.name, (select coalesce(max(position), 0) from categories) + d.place, d.in_menu
  from unnest($1::text[], $2::text[], $3::boolean[]) with ordinality d(slug, name, in_menu, place)
  on conflict do nothing`

const ALL = `
  select slug, name, description, is_in_menu as "isInMenu", is_hidden as "isHidden", merged_into as "mergedInto"
  from categories order by position, slug`
