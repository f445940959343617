import { prepared } from '../../../db/query.server.ts'
import type { PlanKind, Ruling, SuspectedDuplicate } from '../../../db/schema/feeds.server.ts'
import { FED_FIELDS, FEED_VALUE, type Values } from './fed-fields.ts'
import { ENTRIES_ON_PLAN_PAGE, type FieldChange, type PlanEntry, type PlanFilter, type PlanPage } from './feed-run.ts'

type Row = Omit<PlanEntry, 'game' | 'given' | 'changes' | 'rulings' | 'duplicates'> & {
  kind: PlanKind
  after: Values | null
  before: Values | null
  rulings: Ruling[] | null
  duplicates: SuspectedDuplicate[] | null
}

/** Returns a page of a plan's entries in the order of the feed, with the number of all that match. */
export async function listPlanEntries(runId: number, { kind, filter, page }: PlanFilter): Promise<PlanPage> {
  const values = [runId, kind ?? null, filter ?? null]
  const offset = (page - 1) * ENTRIES_ON_PLAN_PAGE
  const [rows, [counted]] = await Promise.all([
    prepared<Row>('feed-plan-page', LIST, [...values, ENTRIES_ON_PLAN_PAGE, offset]),
    prepared<{ count: number; chosen: number }>('feed-plan-count', COUNT, values),
  ])
  const { count, chosen } = counted as { count: number; chosen: number }
  return { entries: rows.map(shown), count, pages: Math.max(1, Math.ceil(count / ENTRIES_ON_PLAN_PAGE)), chosen }
}

function shown({ after, before, rulings, duplicates, ...entry }: Row): PlanEntry {
  return {
    ...entry,
    game: entry.kind === 'new' ? after : null,
    given: entry.kind === 'rejected' && typeof after?.given === 'string' ? after.given : null,
    changes: entry.kind === 'new' || entry.kind === 'rejected' ? [] : changesOf(after ?? {}, before ?? {}),
    rulings: rulings ?? [],
    duplicates: duplicates ?? [],
  }
}

/** Columns that follow another column and are not shown. */
const SILENT = new Set(['status_reason', 'status_at'])

/** The status comes first, then the fields in reading order, because the database does not preserve their order. */
const ORDER: string[] = ['status', ...FED_FIELDS]

function changesOf(after: Values, before: Values): FieldChange[] {
  const changes = Object.entries(after).flatMap(([key, value]) => {
    if (SILENT.has(key)) return []
    const isOverridden = key.startsWith(FEED_VALUE)
    const field = isOverridden ? key.slice(FEED_VALUE.length) : key
    return [{ field, before: before[key] ?? null, after: value, isOverridden }]
  })
  return changes.toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field))
}

/** A condition on `e`: $1 is the run, $2 the kind, $3 the filter. */
export const MATCHES = `
  e.run_id = $1 and e.kind <> 'overridden' and ($2::text is null or e.kind = $2) and case $3::text
    when 'duplicates' then e.duplicates is not null
    when 'ruled' then e.rulings is not null
    when 'skipped' then e.outcome in ('skipped', 'not undone')
    else true end`

const LIST = `
  select e.position, e.kind, e.game_id as "gameId", e.title, e.after, e.before, e.rulings, e.duplicates, e.reason,
    e.is_chosen as "isChosen", e.outcome
  from feed_run_entries e where ${MATCHES} order by e.position limit $4 offset $5`

/** The number of chosen entries of the run $1, out of those that can be applied. */
export const CHOSEN = `(
    select count(*)::int from feed_run_entries c
    where c.run_id = $1 and c.is_chosen and c.kind not in ('rejected', 'overridden')
  )`

const COUNT = `select count(*)::int as count, ${CHOSEN} as chosen from feed_run_entries e where ${MATCHES}`
