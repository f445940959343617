import { type ActOutcome, findActSince, logAct } from '../../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, database, type Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { slugify } from '../../../lib/slug.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { BRAINROT, MOBILE, QUICK } from '../../catalogue/category-rules.ts'
import { CATEGORIES_MAX, type OrderChange, reordered } from '../arrangement-rules.ts'
import { collectionChange, prepareChanges, startChanges } from '../changes/arrangement-changes.server.ts'
import { synonymSlug } from '../known-categories.ts'
import { loadArrangement } from '../load-arrangement.server.ts'
import { type CategoryRow, lockCategories } from './category-rows.server.ts'

/** Why a form cannot be saved: a message for one of its fields. */
export type FieldFault<Name extends string> = { outcome: 'invalid'; field: Name; why: string }

/** Addresses below /category/ that are not categories, and the filter for all games. */
const RESERVED = new Set(['all', 'new', 'popular', 'original', BRAINROT, `${BRAINROT}-characters-games`, MOBILE, QUICK])

/** The id under which the audit log records changes of the order. */
export const ORDER_ID = 'order'

/** Adds a category as the last one. Without a slug, the slug is derived from the name. It never changes later. */
export async function addCategory(
  operator: Player,
  { name, slug: given }: { name: string; slug: string },
): Promise<ActOutcome | FieldFault<'name' | 'slug'>> {
  return arranging(async (tx): Promise<ActOutcome | FieldFault<'name' | 'slug'>> => {
    const rows = await lockCategories(tx)
    if (rows.length >= CATEGORIES_MAX) return invalid('name', `There can be ${CATEGORIES_MAX} categories at most`)
    const taken = await nameFault(tx, rows, name, null)
    if (taken) return invalid('name', taken)
    const slug = given || slugify(name)
    if (!slug) return invalid('slug', 'Enter an address: this name has no Latin letters or digits')
    const fault = await slugFault(tx, rows, slug)
    if (fault) return invalid(given ? 'slug' : 'name', fault)
    await preparedIn(tx, 'add-category', ADD, [slug, name])
    await log(tx, operator, 'added', { slug, name })
    return { outcome: 'done' }
  })
}

const ADD = `
  insert into categories (slug, name, position)
  values ($1, $2, (select coalesce(max(position), 0) + 1 from categories))`

async function slugFault(tx: Transaction, rows: CategoryRow[], slug: string): Promise<string | null> {
  if (RESERVED.has(slug)) return `The address “${slug}” belongs to another list`
  const other = rows.find((row) => row.slug === slug)
  if (other) return `The address “${slug}” belongs to ${other.name}`
  return synonymFault(tx, rows, slug, null)
}

/** Refuses synonyms of other categories than `own`: they take precedence over names, so feeds would ignore the name. */
async function synonymFault(
  tx: Transaction,
  rows: CategoryRow[],
  word: string,
  own: string | null,
): Promise<string | null> {
  const text = 'select category from category_synonyms where word = $1 and category is distinct from $2'
  const [mapped] = await preparedIn<{ category: string }>(tx, 'synonym-of', text, [word, own])
  return mapped ? `“${word}” is a synonym of ${nameOf(rows, mapped.category)}. Remove it there first` : null
}

/** Refuses a name that feeds or stored games use for a category other than `own`. */
async function nameFault(
  tx: Transaction,
  rows: CategoryRow[],
  name: string,
  own: string | null,
): Promise<string | null> {
  const other = rows.find((row) => row.name.toLowerCase() === name.toLowerCase() && row.slug !== own)
  if (other?.mergedInto) {
    const target = nameOf(rows, other.mergedInto)
    return `${other.name} was merged into ${target}, and its address redirects there permanently`
  }
  if (other) return `There is a category ${other.name} already`
  const [former] = await preparedIn<{ name: string; category: string }>(tx, 'former-name-of', FORMER_OF, [name, own])
  if (former)
    return `${former.name} is a former name of ${nameOf(rows, former.category)}, which games and feeds may still use`
  return synonymFault(tx, rows, synonymSlug(name), own)
}

const FORMER_OF = `
  select name, category from former_category_names
  where lower(name) = lower($1) and category is distinct from $2`

const nameOf = (rows: CategoryRow[], slug: string) => rows.find((row) => row.slug === slug)?.name ?? slug

type CategoryForm = { seen: number; name: string; description: string; inMenu: boolean; hidden: boolean }

/**
 * Saves a category. A new name does not change the address. Games get the new name at once or by a job. The old name
 * still refers to this category, in feeds too.
 */
export async function saveCategory(
  operator: Player,
  slug: string,
  { seen, name, description, inMenu, hidden }: CategoryForm,
): Promise<ActOutcome | FieldFault<'name'>> {
  return arrangingCatalogue(async (tx): Promise<ActOutcome | FieldFault<'name'>> => {
    const rows = await lockCategories(tx)
    const row = rows.find((one) => one.slug === slug && !one.mergedInto)
    if (!row) return { outcome: 'gone' }
    const other = await findActSince(tx, { kind: 'category', id: slug }, seen)
    if (other) return { outcome: 'decided', ...other }
    const taken = name !== row.name && (await nameFault(tx, rows, name, slug))
    if (taken) return invalid('name', taken)
    const changes = changesOf(row, { name, description, isInMenu: inMenu, isHidden: hidden })
    if (!changes.length) return { outcome: 'done' }
    await preparedIn(tx, 'save-category', SAVE, [slug, name, description, inMenu, hidden])
    if (name !== row.name) {
      await preparedIn(tx, 'former-name-out', FORMER_OUT, [name])
      await preparedIn(tx, 'former-name-in', FORMER_IN, [row.name, slug])
      await startChanges(tx, [{ kind: 'category', subject: slug, title: `${row.name}: renamed to ${name}` }])
    }
    await log(tx, operator, 'changed', { slug, name }, changes.join(', '))
    return { outcome: 'done' }
  })
}

const SAVE = `
  update categories set name = $2, description = $3, is_in_menu = $4, is_hidden = $5 where slug = $1`
const FORMER_OUT = 'delete from former_category_names where name = $1'
const FORMER_IN = `
  insert into former_category_names (name, category) values ($1, $2)
  on conflict (name) do update set category = excluded.category`

function changesOf(before: CategoryRow, after: Omit<CategoryRow, 'slug' | 'mergedInto'>): string[] {
  return [
    ...(before.name === after.name ? [] : [`renamed from ${before.name}`]),
    ...(before.description === after.description ? [] : ['description']),
    ...(before.isInMenu === after.isInMenu ? [] : [after.isInMenu ? 'in the menu' : 'not in the menu']),
    ...(before.isHidden === after.isHidden ? [] : [after.isHidden ? 'hidden' : 'shown']),
  ]
}

/** Changes the order of categories. */
export async function reorderCategories(
  operator: Player,
  { seen, ...change }: { seen: number } & OrderChange,
): Promise<ActOutcome> {
  return arranging(async (tx): Promise<ActOutcome> => {
    const rows = await lockCategories(tx)
    const slugs = rows.filter(({ mergedInto }) => mergedInto === null).map(({ slug }) => slug)
    const next = reordered(slugs, change)
    if (!next) return { outcome: 'changed' }
    // A single step is valid for any order.
    const other = change.order ? await findActSince(tx, { kind: 'category', id: ORDER_ID }, seen) : null
    if (other) return { outcome: 'decided', ...other }
    await preparedIn(tx, 'order-categories', REORDER, [next])
    const moved = change.move ? nameOf(rows, change.move.split(':')[0] ?? '') : ''
    await log(tx, operator, 'moved', { slug: ORDER_ID, name: moved })
    return { outcome: 'done' }
  })
}

const REORDER = `
  update categories c set position = o.place from unnest($1::text[]) with ordinality o(slug, place)
  where c.slug = o.slug and c.position <> o.place`

/**
 * Merges a category into another. Its games move there; its address and names refer to the other category permanently.
 */
export async function mergeCategory(
  operator: Player,
  slug: string,
  { seen, into }: { seen: number; into: string },
): Promise<ActOutcome | FieldFault<'into'>> {
  return arrangingCatalogue(async (tx): Promise<ActOutcome | FieldFault<'into'>> => {
    const rows = await lockCategories(tx)
    const source = rows.find((one) => one.slug === slug && !one.mergedInto)
    const target = rows.find((one) => one.slug === into && !one.mergedInto)
    if (!source) return { outcome: 'gone' }
    if (!target || target === source) return invalid('into', 'Choose another category')
    const other = await findActSince(tx, { kind: 'category', id: slug }, seen)
    if (other) return { outcome: 'decided', ...other }
    for (const [name, text] of Object.entries(MERGE)) await preparedIn(tx, `merge-category-${name}`, text, [slug, into])
    const ruled = await preparedIn<{ id: number; name: string }>(tx, 'merge-category-rules', MERGE_RULES, [slug, into])
    const title = `${source.name}: merged into ${target.name}`
    await startChanges(tx, [{ kind: 'category', subject: slug, title }, ...ruled.map(collectionChange)])
    await log(tx, operator, 'merged', { slug, name: source.name }, `into ${target.name}`)
    return { outcome: 'done' }
  })
}

const MERGE = {
  itself: 'update categories set merged_into = $2 where slug = $1 or merged_into = $1',
  names: 'update former_category_names set category = $2 where category = $1',
  synonyms: 'update category_synonyms set category = $2 where category = $1',
}

const MERGE_RULES = `
  update collections set version = version + 1, rule = jsonb_set(rule, '{categories}', (
    select jsonb_agg(distinct case when u.word = $1 then $2 else u.word end)
    from jsonb_array_elements_text(rule->'categories') u(word)))
  where rule->'categories' ? $1 returning id, name`

const invalid = <Name extends string>(field: Name, why: string): FieldFault<Name> => ({
  outcome: 'invalid',
  field,
  why,
})

type Logged = { slug: string; name: string }

async function log(
  tx: Transaction,
  operator: Player,
  act: 'added' | 'changed' | 'moved' | 'merged',
  { slug, name }: Logged,
  why?: string,
): Promise<void> {
  await logAct(tx, { by: operator, act, on: { kind: 'category', id: slug }, why, details: { title: name } })
  await purgePages(['games', 'arrangement'], tx)
}

/** Runs a change in a transaction, then loads the result into memory, so that this node shows the change at once. */
export async function arranging<Outcome>(
  change: (tx: Transaction) => Promise<Outcome>,
  db = database(),
): Promise<Outcome> {
  const outcome = await db.transaction(change)
  await loadArrangement()
  return outcome
}

/** Like `arranging`, for a change of games: with a large catalogue, it takes longer than a page's query may. */
export async function arrangingCatalogue<Outcome>(change: (tx: Transaction) => Promise<Outcome>): Promise<Outcome> {
  await prepareChanges()
  return arranging(change, backgroundDatabase())
}
