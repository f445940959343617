import { type ActOutcome, findActSince, logAct } from '../../../accounts/operators/audit-log.server.ts'
import type { Transaction } from '../../../db/connection.server.ts'
import { lockName, prepared, preparedIn } from '../../../db/query.server.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import type { ArrangedTag } from '../arrangement.ts'
import { arrangingCatalogue, type FieldFault } from '../categories/save-categories.server.ts'
import { collectionChange, startChanges } from '../changes/arrangement-changes.server.ts'

type TagForm = { seen: number; name: string; description: string; hidden: boolean }

/** Serialises changes of tags. */
const TAGS_LOCK = 4718323

/**
 * Saves a tag. A name that differs in more than case creates another tag, into which this one is merged with its
 * description. If that tag already exists, operators have to merge the two explicitly.
 */
export async function saveTag(
  operator: Player,
  tag: string,
  { seen, name, description, hidden }: TagForm,
): Promise<ActOutcome | FieldFault<'name'>> {
  return arrangingCatalogue(async (tx): Promise<ActOutcome | FieldFault<'name'>> => {
    const before = await lockTag(tx, tag)
    if (!before) return { outcome: 'gone' }
    const other = await findActSince(tx, { kind: 'tag', id: tag }, seen)
    if (other) return { outcome: 'decided', ...other }
    const key = name.toLowerCase()
    const isRenamed = name !== before.spelling
    const title = `Tag ${before.spelling}: renamed to ${name}`
    if (key !== tag) {
      const target = await findTag(tx, key)
      if (target?.mergedInto === tag) await preparedIn(tx, 'reclaim-tag', 'delete from tags where tag = $1', [key])
      else if (target) {
        return {
          outcome: 'invalid',
          field: 'name',
          why: `There is a tag “${key}” already. Merge this one into it below`,
        }
      }
    }
    await preparedIn(tx, 'save-tag', SAVE, [key, isRenamed ? name : before.name, description, hidden])
    if (key !== tag) await merge(tx, tag, key, title)
    else if (isRenamed) await startChanges(tx, [{ kind: 'tag', subject: tag, title }])
    const why = [
      ...(isRenamed ? [`renamed to ${name}`] : []),
      ...(description === before.description ? [] : ['description']),
      ...(hidden === before.isHidden ? [] : [hidden ? 'hidden' : 'shown']),
    ]
    await log(tx, operator, 'changed', tag, why.join(', '))
    return { outcome: 'done' }
  })
}

const SAVE = `
  insert into tags (tag, name, description, is_hidden) values ($1, $2, $3, $4)
  on conflict (tag) do update
    set name = excluded.name, description = excluded.description, is_hidden = excluded.is_hidden`

/** Merges a tag into another. Games get the other tag, and the address of this one redirects there permanently. */
export async function mergeTag(
  operator: Player,
  tag: string,
  { seen, into }: { seen: number; into: string },
): Promise<ActOutcome | FieldFault<'into'>> {
  return arrangingCatalogue(async (tx): Promise<ActOutcome | FieldFault<'into'>> => {
    const before = await lockTag(tx, tag)
    if (!before) return { outcome: 'gone' }
    const other = await findActSince(tx, { kind: 'tag', id: tag }, seen)
    if (other) return { outcome: 'decided', ...other }
    const found = await findTag(tx, into.toLowerCase())
    const target = found?.mergedInto ?? into.toLowerCase()
    if (target === tag) return { outcome: 'invalid', field: 'into', why: 'Choose another tag' }
    if (!found)
      return { outcome: 'invalid', field: 'into', why: `No game has the tag “${into}”. Rename this one instead` }
    await merge(tx, tag, target, `Tag ${before.spelling}: merged into ${target}`)
    await log(tx, operator, 'merged', tag, `into ${target}`)
    return { outcome: 'done' }
  })
}

/** Makes a tag, and all tags merged into it, refer to another one, also in games and the rules of collections. */
async function merge(tx: Transaction, tag: string, into: string, title: string): Promise<void> {
  await preparedIn(tx, 'merge-tag', MERGE, [tag, into])
  await preparedIn(tx, 'merge-tag-rest', 'update tags set merged_into = $2 where merged_into = $1', [tag, into])
  const ruled = await preparedIn<{ id: number; name: string }>(tx, 'merge-tag-rules', MERGE_RULES, [tag, into])
  await startChanges(tx, [{ kind: 'tag', subject: tag, title }, ...ruled.map(collectionChange)])
}

const MERGE = `
  insert into tags (tag, merged_into) values ($1, $2)
  on conflict (tag) do update set merged_into = excluded.merged_into, name = null, is_hidden = false`

const MERGE_RULES = `
  update collections set version = version + 1, rule = jsonb_set(rule, '{tags}', (
    select jsonb_agg(distinct case when u.word = $1 then $2 else u.word end)
    from jsonb_array_elements_text(rule->'tags') u(word)))
  where rule->'tags' ? $1 returning id, name`

async function lockTag(tx: Transaction, tag: string): Promise<FoundTag | null> {
  await lockName(tx, TAGS_LOCK, 'tags')
  const found = await findTag(tx, tag)
  return found && !found.mergedInto ? found : null
}

async function findTag(tx: Transaction, tag: string): Promise<FoundTag | null> {
  return (await preparedIn<FoundTag>(tx, 'managed-tag', FIND, [tag]))[0] ?? null
}

/** A tag that a game has or an operator has changed. `spelling` is the operator's, or else that of the newest game. */
type FoundTag = ArrangedTag & { spelling: string }

/** For operators: the number of its games, public or not, and the id of the newest audit log entry on it. */
export type ManagedTag = FoundTag & { games: number; seen: number }

/** Returns a tag, given in lower case; null if no game has it and no operator has changed it. */
export async function findManagedTag(tag: string): Promise<ManagedTag | null> {
  return (await prepared<ManagedTag>('tag-with-games', WITH_GAMES, [tag]))[0] ?? null
}

const FIND = `
  select $1::text as tag, t.name, coalesce(t.description, '') as description,
    coalesce(t.is_hidden, false) as "isHidden",
    t.merged_into as "mergedInto",
    coalesce(t.name, (
      select u.word from games g, unnest(g.tags) u(word)
      where g.id = (select game_id from game_labels where label = '#' || $1 order by created_at desc limit 1)
        and lower(u.word) = $1 limit 1), $1) as spelling
  from (select 1) one left join tags t on t.tag = $1
  where t.tag is not null or exists (select from game_labels where label = '#' || $1)`

const WITH_GAMES = `
  select f.*, (select count(*)::int from game_labels where label = '#' || $1) as games,
    (select coalesce(max(id), 0)::int from operator_acts where on_kind = 'tag' and on_id = $1) as seen
  from (${FIND}) f`

async function log(
  tx: Transaction,
  operator: Player,
  act: 'changed' | 'merged',
  tag: string,
  why: string,
): Promise<void> {
  await logAct(tx, { by: operator, act, on: { kind: 'tag', id: tag }, why })
  await purgePages(['games', 'arrangement'], tx)
}
