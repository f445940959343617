import { type ActOutcome, findActSince, logAct } from '../../../accounts/operators/audit-log.server.ts'
import type { Transaction } from '../../../db/connection.server.ts'
import { lockName, preparedIn } from '../../../db/query.server.ts'
import type { CollectionRule } from '../../../db/schema/arrangement.server.ts'
import { slugify } from '../../../lib/slug.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { arranging, arrangingCatalogue, type FieldFault } from '../categories/save-categories.server.ts'
import { type OrderChange, reordered } from '../arrangement-rules.ts'
import { collectionChange, startChanges } from '../changes/arrangement-changes.server.ts'
import { COLLECTIONS_MAX } from './collection-rules.ts'

/** Serialises changes that depend on all collections. */
const COLLECTIONS_LOCK = 4718324

type Texts = { name: string; description: string; hidden: boolean }

/** Adds a collection as the last one. Its address never changes. `rule` is null for a hand-picked collection. */
export async function createCollection(
  operator: Player,
  { name, description, hidden, slug: given, rule }: Texts & { slug: string; rule: CollectionRule | null },
): Promise<{ id: number } | FieldFault<'name' | 'slug'>> {
  return arrangingCatalogue(async (tx): Promise<{ id: number } | FieldFault<'name' | 'slug'>> => {
    const invalid = (field: 'name' | 'slug', why: string) => ({ outcome: 'invalid', field, why }) as const
    await lockName(tx, COLLECTIONS_LOCK, 'collections')
    const rows = await preparedIn<{ slug: string; name: string }>(tx, 'collection-names', NAMES)
    if (rows.length >= COLLECTIONS_MAX) return invalid('name', `There can be ${COLLECTIONS_MAX} collections at most`)
    const slug = given || slugify(name)
    if (!slug) return invalid('slug', 'Enter an address: this name has no Latin letters or digits')
    const other = rows.find((row) => row.slug === slug)
    if (other) return invalid(given ? 'slug' : 'name', `The address “${slug}” belongs to ${other.name}`)
    const values = [slug, name, description, hidden, rule && JSON.stringify(rule)]
    const [row] = await preparedIn<{ id: number }>(tx, 'create-collection', CREATE, values)
    const { id } = row as { id: number }
    if (rule) await startChanges(tx, [collectionChange({ id, name })])
    await log(tx, operator, 'added', { id, name })
    return { id }
  })
}

const NAMES = 'select slug, name from collections'

const CREATE = `
  insert into collections (slug, name, description, is_hidden, rule, position)
  values ($1, $2, $3, $4, $5::jsonb, (select coalesce(max(position), 0) + 1 from collections)) returning id`

type Saved = Texts & { version: number; rule: CollectionRule | null }

/** Saves a collection if `version` is still current. A new rule selects its games at once or by a job. */
export async function saveCollection(
  operator: Player,
  id: number,
  { version, name, description, hidden, rule }: Saved,
): Promise<ActOutcome> {
  return arrangingCatalogue(async (tx): Promise<ActOutcome> => {
    const row = await lockCollection(tx, id)
    if (!row || Boolean(row.rule) !== Boolean(rule)) return { outcome: 'gone' }
    if (row.version !== version) return changedSince(tx, id)
    const isNewRule = rule !== null && sortedText(rule) !== sortedText(row.rule ?? undefined)
    await preparedIn(tx, 'save-collection', SAVE, [id, name, description, hidden, rule && JSON.stringify(rule)])
    if (isNewRule) await startChanges(tx, [collectionChange({ id, name })])
    const why = [
      ...(row.name === name ? [] : [`renamed from ${row.name}`]),
      ...(row.description === description ? [] : ['description']),
      ...(row.isHidden === hidden ? [] : [hidden ? 'hidden' : 'shown']),
      ...(isNewRule ? ['rule'] : []),
    ]
    await log(tx, operator, 'changed', { id, name }, why.join(', '))
    return { outcome: 'done' }
  })
}

const SAVE = `
  update collections set name = $2, description = $3, is_hidden = $4, rule = $5::jsonb, version = version + 1
  where id = $1`

const sortedText = ({ categories, tags, providers, phones, ageRating }: CollectionRule = {}) =>
  JSON.stringify([categories, tags, providers, phones, ageRating])

/** The id under which the audit log records changes of the order of collections. */
export const ORDER_ID = 'order'

/** Changes the order of collections. Setting the order of all of them requires the newest change of it as `seen`. */
export async function reorderCollections(
  operator: Player,
  { seen, ...change }: { seen: number } & OrderChange,
): Promise<ActOutcome> {
  return arranging(async (tx): Promise<ActOutcome> => {
    await lockName(tx, COLLECTIONS_LOCK, 'collections')
    const rows = await preparedIn<{ id: number }>(tx, 'collection-order', ORDER)
    const next = reordered(
      rows.map((row) => String(row.id)),
      change,
    )
    if (!next) return { outcome: 'changed' }
    const on = { kind: 'collection', id: ORDER_ID } as const
    // A single step is valid for any order.
    const other = change.order ? await findActSince(tx, on, seen) : null
    if (other) return { outcome: 'decided', ...other }
    await preparedIn(tx, 'order-collections', REORDER, [next.map(Number)])
    await logAct(tx, { by: operator, act: 'moved', on })
    await purgePages(['games', 'arrangement'], tx)
    return { outcome: 'done' }
  })
}

const ORDER = 'select id from collections order by position, id'
const REORDER = `
  update collections c set position = o.place from unnest($1::int[]) with ordinality o(id, place)
  where c.id = o.id and c.position <> o.place`

/** Deletes a collection if `version` is still current. Its games remain in the catalogue. */
export async function deleteCollection(operator: Player, id: number, version: number): Promise<ActOutcome> {
  return arrangingCatalogue(async (tx): Promise<ActOutcome> => {
    const row = await lockCollection(tx, id)
    if (!row) return { outcome: 'gone' }
    if (row.version !== version) return changedSince(tx, id)
    await preparedIn(tx, 'delete-collection', 'delete from collections where id = $1', [id])
    if (row.rule) {
      await startChanges(tx, [{ kind: 'collection', subject: String(id), title: `${row.name}: deleting its list` }])
    }
    await log(tx, operator, 'deleted', { id, name: row.name })
    return { outcome: 'done' }
  })
}

export type CollectionRow = {
  id: number
  slug: string
  name: string
  description: string
  isHidden: boolean
  rule: CollectionRule | null
  version: number
}

export async function lockCollection(tx: Transaction, id: number): Promise<CollectionRow | null> {
  return (await preparedIn<CollectionRow>(tx, 'lock-collection', `${READ} for update`, [id]))[0] ?? null
}

export const READ = `
  select id, slug, name, description, is_hidden as "isHidden", rule, version from collections where id = $1`

/** Returns the outcome if the collection is not in the state that the operator saw. */
export async function changedSince(tx: Transaction, id: number): Promise<ActOutcome> {
  const act = await findActSince(tx, { kind: 'collection', id: String(id) }, 0)
  return act ? { outcome: 'decided', ...act } : { outcome: 'changed' }
}

export async function log(
  tx: Transaction,
  operator: Player,
  act: 'added' | 'changed' | 'deleted',
  { id, name }: { id: number; name: string },
  why?: string,
): Promise<void> {
  await logAct(tx, { by: operator, act, on: { kind: 'collection', id: String(id) }, why, details: { title: name } })
  await purgePages(['games', 'arrangement'], tx)
}
