import { href } from 'react-router'
import { prepared } from '../../../db/query.server.ts'
import type { BulkOptions } from '../../../db/schema/game-management.server.ts'
import type { PlanKind } from '../../../db/schema/feeds.server.ts'
import { bulkActionHref, bulkLabel, findBulkAction } from '../bulk/bulk-rules.ts'
import type { EditedField, EditedFields } from '../management-rules.ts'
import { describeField, EDITED_FIELDS } from './edit-rules.ts'

/** What an operator, a bulk action or a feed did with a game. */
export type GameAct = {
  key: string
  who: string
  act: string
  why: string
  at: Date
  /** The values of changed fields before and after, in words and shortened. */
  changes: { [Field in EditedField]?: { from: string; to: string } }
  /** Link to the bulk action or the run of the feed. */
  to: string | null
}

/** Characters of a value. */
const SHOWN = 200

/** Lists what changed a game, newest first, at most `most`: acts of operators, bulk actions and runs of feeds. */
export async function listGameActs(gameId: number, most: number): Promise<GameAct[]> {
  const lists = await Promise.all([listActs(gameId, most), listBulkActs(gameId, most), listRuns(gameId, most)])
  return lists
    .flat()
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, most)
}

async function listActs(gameId: number, most: number): Promise<GameAct[]> {
  const rows = await prepared<Omit<GameAct, 'key' | 'to'> & { id: number }>('acts-on-game', ACTS, [
    String(gameId),
    most,
  ])
  return rows.map(({ id, ...act }) => ({ ...act, key: `act-${id}`, to: null }))
}

const ACTS = `
  select id, operator_name as who, act, why, created_at as at, coalesce(details->'changes', '{}') as changes
  from operator_acts where on_kind = 'game' and on_id = $1 order by id desc limit $2`

type BulkRow = {
  id: number
  action: string
  options: BulkOptions
  who: string
  at: Date
  undoneBy: string | null
  undoneAt: Date | null
}

async function listBulkActs(gameId: number, most: number): Promise<GameAct[]> {
  const rows = await prepared<BulkRow>('bulk-acts-on-game', BULK_ACTS, [gameId, most])
  return rows.flatMap(({ id, action: name, options, who, at, undoneBy, undoneAt }) => {
    const action = findBulkAction(name)
    if (!action) return []
    const { rule, category, tag, field, reason } = options
    const what = [bulkLabel(action), rule ?? category ?? tag ?? field].filter(Boolean).join(': ')
    const shared = { changes: {}, to: bulkActionHref(id) }
    const done = {
      ...shared,
      key: `bulk-${id}`,
      who,
      act: 'bulk action',
      why: reason ? `${what}. ${reason}` : what,
      at,
    }
    if (!undoneAt) return [done]
    return [
      done,
      { ...shared, key: `undo-${id}`, who: undoneBy ?? who, act: 'bulk action undone', why: what, at: undoneAt },
    ]
  })
}

// The time of a batch is not stored, so an action that still runs has the time of its start.
const BULK_ACTS = `
  select b.id, b.action, b.options, a.operator_name as who, coalesce(b.finished_at, b.created_at) as at,
    u.operator_name as "undoneBy", b.undone_at as "undoneAt"
  from bulk_action_games g join bulk_actions b on b.id = g.action_id
  join lateral (
    select operator_name from operator_acts where on_kind = 'games' and on_id = b.id::text order by id limit 1
  ) a on true
  left join lateral (
    select operator_name from operator_acts where on_kind = 'games' and on_id = b.id::text and act = 'undone'
    order by id desc limit 1
  ) u on true
  where g.game_id = $1 and g.before is not null order by g.action_id desc limit $2`

type RunRow = {
  id: number
  kind: PlanKind
  feed: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  isUndone: boolean
  at: Date
  undoneAt: Date | null
}

const RUN_ACTS: Readonly<Record<PlanKind, string>> = {
  new: 'added it',
  changed: 'changed it',
  relisted: 'listed it again',
  delisted: 'no longer listed it',
  rejected: 'rejected it',
}

async function listRuns(gameId: number, most: number): Promise<GameAct[]> {
  const rows = await prepared<RunRow>('runs-on-game', RUNS, [gameId, most])
  return rows.flatMap(({ id, kind, feed, before, after, isUndone, at, undoneAt }) => {
    const to = href('/admin/feeds/runs/:id', { id: String(id) })
    const who = `Feed ${feed}`
    const changes = kind === 'changed' ? changesOf(before ?? {}, after ?? {}) : {}
    const applied = { key: `run-${id}`, who, act: RUN_ACTS[kind], why: '', at, changes, to }
    if (!isUndone || !undoneAt) return [applied]
    return [applied, { ...applied, key: `undone-${id}`, act: 'was undone', changes: {}, at: undoneAt }]
  })
}

const RUNS = `
  select r.id, e.kind, f.name as feed, e.before, e.after, e.outcome = 'undone' as "isUndone",
    coalesce(r.applied_at, r.created_at) as at, r.undone_at as "undoneAt"
  from feed_run_entries e join feed_runs r on r.id = e.run_id join feeds f on f.id = r.feed_id
  where e.game_id = $1 and e.outcome in ('applied', 'undone', 'not undone') order by e.run_id desc limit $2`

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): GameAct['changes'] {
  const shown = <Field extends EditedField>(field: Field, value: unknown) =>
    describeField(field, (value ?? EMPTY[field] ?? null) as EditedFields[Field]).slice(0, SHOWN)
  return Object.fromEntries(
    EDITED_FIELDS.filter((field) => field in after).map((field) => [
      field,
      { from: shown(field, before[field]), to: shown(field, after[field]) },
    ]),
  )
}

/** Fields that are never null. */
const EMPTY: Partial<EditedFields> = { title: '', description: '', how_to_play: '', categories: [], tags: [] }
