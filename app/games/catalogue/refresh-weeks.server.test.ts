import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { refreshWeeks } from './refresh-weeks.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const addDay = (game: number, daysAgo: number, plays: number, failures: number) =>
  database().execute(sql`
    insert into game_days (day, game_id, plays, failures)
    values ((now() at time zone 'utc')::date - ${daysAgo}::int, ${game}, ${plays}, ${failures})`)

const failing = async () =>
  (await database().execute(sql`select game_id as id from game_labels where label = '!failing'`)).rows.map(
    ({ id }) => id,
  )

const weekOf = async (game: number) =>
  (await database().execute(sql`select plays, failures from game_weeks where game_id = ${game}`)).rows[0]

test('the week of a game is the sum of seven days, today included', async () => {
  const [one, other] = [await createGame(), await createGame()]
  expect(await weekOf(one.id)).toEqual({ plays: 0, failures: 0 })
  await addDay(one.id, 0, 3, 1)
  await addDay(one.id, 6, 4, 0)
  await addDay(one.id, 7, 100, 100)
  await refreshWeeks()
  expect(await weekOf(one.id)).toEqual({ plays: 7, failures: 1 })
  expect(await failing()).toEqual([one.id])
  expect(await weekOf(other.id)).toEqual({ plays: 0, failures: 0 })
  await database().execute(sql`update game_days set day = day - 30`)
  await refreshWeeks()
  expect(await weekOf(one.id)).toEqual({ plays: 0, failures: 0 })
  expect(await failing()).toEqual([])
})

test('a game without a row gets one', async () => {
  const { id } = await createGame()
  await database().execute(sql`delete from game_weeks where game_id = ${id}`)
  await addDay(id, 1, 2, 0)
  await refreshWeeks()
  expect(await weekOf(id)).toEqual({ plays: 2, failures: 0 })
})

test('days are deleted after 400 days', async () => {
  const { id } = await createGame()
  for (const days of [399, 400, 401]) await addDay(id, days, 1, 0)
  await refreshWeeks()
  const { rows } = await database().execute(sql`select from game_days where game_id = ${id}`)
  expect(rows).toHaveLength(2)
})
