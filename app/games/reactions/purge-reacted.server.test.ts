import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/database.ts'
import { closeDatabase, database, openDatabase } from '../../db/connection.server.ts'
import { runClosers } from '../../server/http-shutdown.server.ts'
import { listenForPurges } from '../../server/purge.server.ts'
import { noteReacted, purgeReacted } from './purge-reacted.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
let endListening: () => Promise<void>
let heard: string[][]

beforeAll(async () => {
  world = await createTestDatabase()
  endListening = listenForPurges({
    connection: world.connection,
    onPurge: (tags) => heard.push(tags),
    onGap: () => {},
  })
  await vi.waitFor(async () => {
    const { rows } = await database().execute(
      sql`select from pg_stat_activity where datname = current_database() and state = 'idle' and query = 'listen playhall_purge'`,
    )
    expect(rows).toHaveLength(1)
  })
})
beforeEach(() => void (heard = []))
afterAll(async () => {
  await endListening()
  await world.drop()
})

test('a game that is reacted to again and again is purged once, with all others', async () => {
  for (const id of [7, 8, 7, 7]) noteReacted(id)
  await purgeReacted()
  await expect.poll(() => heard).toEqual([['game:7', 'game:8']])
  await purgeReacted()
  noteReacted(9)
  await purgeReacted()
  await expect.poll(() => heard).toEqual([['game:7', 'game:8'], ['game:9']])
})

test('what is gathered is purged by itself within seconds', async () => {
  noteReacted(7)
  expect(heard).toEqual([])
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([['game:7']])
})

test('while the database is away games stay gathered, and are purged later', async () => {
  noteReacted(7)
  await closeDatabase()
  await expect(purgeReacted()).rejects.toThrow('The database is not open')
  openDatabase({ primary: world.connection, onError: () => {} })
  noteReacted(8)
  await purgeReacted()
  await expect.poll(() => heard).toEqual([['game:7', 'game:8']])
})

test('a portal that stops purges what it gathered', async () => {
  noteReacted(7)
  await runClosers((_, error) => {
    throw error
  })
  await expect.poll(() => heard).toEqual([['game:7']])
})
