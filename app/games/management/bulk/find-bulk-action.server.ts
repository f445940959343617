import { prepared } from '../../../db/query.server.ts'
import type { BulkOptions } from '../../../db/schema/game-management.server.ts'
import type { GameStatus } from '../../../db/schema/games.server.ts'
import { HELD_BY_RULE, holdingRule } from '../../feeds/rules/held-by-rule.ts'
import { countManagedGames, listManagedGames } from '../table/list-managed-games.server.ts'
import { type BulkAction, findBulkAction, type PickedGames, UNDO_MINUTES } from './bulk-rules.ts'

/** The games named on the confirmation, and in the audit log. */
const NAMED = 5

/** Returns the exact number of selected games, and the first titles. */
export async function countPicked(picked: PickedGames): Promise<{ count: number; titles: string[] }> {
  if ('query' in picked) {
    const [count, { games }] = await Promise.all([
      countManagedGames(picked.query, { isExact: true }),
      listManagedGames(picked.query, NAMED),
    ])
    return { count, titles: games.map(({ title }) => title) }
  }
  const rows = await prepared<{ title: string }>('picked-games', PICKED, [picked.ids])
  return { count: rows.length, titles: rows.slice(0, NAMED).map(({ title }) => title) }
}

/** A game that a rule of a feed holds. */
type HeldGame = { title: string; rule: string }

/** The exact number of selected games that rules hold, and the first of them. */
export type HeldByRules = { count: number; games: HeldGame[] }

export async function countHeld(picked: PickedGames): Promise<HeldByRules> {
  if ('query' in picked) {
    const query = { ...picked.query, ruled: true }
    const [count, { games }] = await Promise.all([
      countManagedGames(query, { isExact: true }),
      listManagedGames(query, NAMED),
    ])
    return { count, games: games.map(heldGame) }
  }
  const rows = await prepared<PickedGame>('picked-held-games', HELD, [picked.ids])
  return { count: rows.length, games: rows.slice(0, NAMED).map(heldGame) }
}

type PickedGame = { title: string; status: GameStatus; reason: string }

function heldGame(game: PickedGame): HeldGame {
  return { title: game.title, rule: holdingRule(game) ?? '' }
}

const HELD = `
  select g.title, g.status, g.status_reason as reason from games g
  where g.id = any($1::int[]) and ${HELD_BY_RULE} order by g.created_at desc, g.id desc`

const PICKED = 'select title from games where id = any($1::int[]) order by created_at desc, id desc'

/** An action that was started, for the console. */
export type StartedAction = {
  id: number
  action: BulkAction
  options: BulkOptions
  /** The filter that selected its games; null if they were picked one by one. */
  query: string | null
  who: string
  /** How many games were selected, processed so far, and changed. */
  games: number
  done: number
  changed: number
  restored: number
  skipped: number
  /** Of the first changed games. */
  titles: string[]
  state: 'running' | 'stopped' | 'done' | 'undoing' | 'undone'
  /** Seconds in which it can still be undone; 0 if it cannot. */
  undoSeconds: number
  createdAt: Date
}

type Row = Omit<StartedAction, 'action'> & { action: string }

export async function findStartedAction(id: number): Promise<StartedAction | null> {
  return known(await prepared<Row>('bulk-action', `${SELECT} where b.id = $1`, [id]))[0] ?? null
}

/** The actions of an operator that run, or that can still be undone, newest first, without those of closed notices. */
export async function listOpenActions(operatorId: string): Promise<StartedAction[]> {
  return known(await prepared<Row>('open-bulk-actions', OPEN, [operatorId]))
}

function known(rows: Row[]): StartedAction[] {
  return rows.flatMap(({ action: name, ...row }) => {
    const action = findBulkAction(name)
    return action ? [{ ...row, action }] : []
  })
}

const IS_UNDOABLE = `b.finished_at > now() - interval '${UNDO_MINUTES} minutes' and b.undo_started_at is null`
const UNDO_ENDS = `b.finished_at + interval '${UNDO_MINUTES} minutes'`

/** Titles in the notice of an action, which say what its button undoes. */
const NAMED_IN_NOTICE = 3

const FIRST_TITLES = `array(
  select g.title from bulk_action_games c join games g on g.id = c.game_id
  where b.changed > 0 and c.action_id = b.id and c.before is not null order by c.game_id desc limit ${NAMED_IN_NOTICE})`

const SELECT = `
  select b.id, b.action, b.options, b.query, a.operator_name as who, b.games, b.done, b.changed, b.restored, b.skipped,
    ${FIRST_TITLES} as titles,
    case
      when b.undone_at is not null then 'undone'
      when b.stopped_at is not null then 'stopped'
      when b.undo_started_at is not null then 'undoing'
      when b.finished_at is not null then 'done' else 'running' end as state,
    case when ${IS_UNDOABLE} then ceil(extract(epoch from ${UNDO_ENDS} - now()))::int else 0 end as "undoSeconds",
    b.created_at as "createdAt"
  from bulk_actions b
  join lateral (
    select operator_id, operator_name from operator_acts
    where on_kind = 'games' and on_id = b.id::text order by id limit 1
  ) a on true`

// Of the last ones only, so that this stays cheap. The result of an undo is shown for two minutes.
const OPEN = `
  ${SELECT.replace('from bulk_actions b', 'from (select * from bulk_actions order by created_at desc limit 20) b')}
  where a.operator_id = $1 and b.dismissed_at is null and (b.finished_at is null or ${IS_UNDOABLE}
    or b.undo_started_at is not null and (b.undone_at is null or b.undone_at > now() - interval '2 minutes'))
  order by b.id desc limit 3`
