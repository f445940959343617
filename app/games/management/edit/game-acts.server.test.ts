import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { logAct } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { startBulkAction, undoBulkAction } from '../bulk/start-bulk-action.server.ts'
import { listGameActs } from './game-acts.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ username: 'mara', role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate bulk_actions, operator_acts, feeds restart identity cascade`)
})
afterAll(() => testDatabase.drop())

async function addTag(ids: number[]): Promise<number> {
  const options = { tag: 'lamps' }
  const started = await startBulkAction({
    operator,
    action: 'add-tag',
    options,
    picked: { ids },
    confirmed: ids.length,
  })
  return (started as { id: number }).id
}

test('the history has what an operator, a bulk action and its undo did with the game, newest first', async () => {
  const { id } = await createGame()
  const other = await createGame()
  const action = await addTag([id, other.id])
  await database().execute(sql`update bulk_actions set finished_at = now() - interval '5 minutes'`)
  await undoBulkAction(operator, action)
  await database().execute(sql`update bulk_actions set undone_at = now() - interval '4 minutes'`)
  await database().transaction((tx) =>
    logAct(tx, { by: operator, act: 'changed', on: { kind: 'game', id: String(id) }, why: 'Title' }),
  )
  const to = `/admin/games/bulk/${action}`
  expect(await listGameActs(id, 20)).toMatchObject([
    { who: 'mara', act: 'changed', why: 'Title', to: null },
    { who: 'mara', act: 'bulk action undone', why: 'Add a tag: lamps', to },
    { who: 'mara', act: 'bulk action', why: 'Add a tag: lamps', to },
  ])
  expect(await listGameActs(id, 1)).toMatchObject([{ act: 'changed' }])
  expect(await listGameActs(other.id, 20)).toHaveLength(2)
})

test('a bulk action that changed nothing in the game is not in its history', async () => {
  const { id } = await createGame({ tags: ['lamps'] })
  await addTag([id])
  expect(await listGameActs(id, 20)).toEqual([])
})

test('the history has the runs of feeds that changed the game, with both values', async () => {
  const { id } = await createGame()
  await database().execute(sql`insert into feeds (name, provider) values ('Daily', 'gamemonetize')`)
  for (const [hours, kind, outcome, before, after] of [
    [9, 'new', 'applied', null, { title: 'Lamps' }],
    [
      5,
      'changed',
      'undone',
      { title: 'Lamps', categories: ['Car'] },
      { title: 'Lights', categories: ['Car', 'Puzzle'] },
    ],
    [3, 'changed', 'skipped', { title: 'Lamps' }, { title: 'Doors' }],
    [2, 'delisted', null, null, null],
  ] as const) {
    await database().execute(sql`
      with run as (
        insert into feed_runs (feed_id, started_by, state, applied_at, undone_at)
        values (1, 'schedule', 'applied', now() - ${hours}::int * interval '1 hour', now() - interval '1 hour') returning id
      )
      insert into feed_run_entries (run_id, position, kind, game_id, title, before, after, outcome)
      select id, 0, ${kind}, ${id}, 'Lamps', ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${outcome}
      from run`)
  }
  expect(await listGameActs(id, 20)).toMatchObject([
    { who: 'Feed Daily', act: 'was undone', changes: {}, to: '/admin/feeds/runs/2' },
    {
      who: 'Feed Daily',
      act: 'changed it',
      changes: { title: { from: 'Lamps', to: 'Lights' }, categories: { from: 'Car', to: 'Car, Puzzle' } },
      to: '/admin/feeds/runs/2',
    },
    { who: 'Feed Daily', act: 'added it', changes: {}, to: '/admin/feeds/runs/1' },
  ])
})
