import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, type PlayerRow } from '../../../testing/fixtures/players.ts'
import { createPost } from '../../../testing/fixtures/posts.ts'
import { database } from '../../db/connection.server.ts'
import { deleteAccount, registerDepartures } from '../account/delete-account.server.ts'
import { ENTRIES_ON_PAGE, listAuditLog, logAct } from './audit-log.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
registerDepartures([])

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(() => database().execute(sql`truncate operator_acts restart identity`))
afterAll(() => testDatabase.drop())

function note(by: PlayerRow | null, on: PlayerRow, why?: string): Promise<void> {
  return database().transaction((tx) =>
    logAct(tx, { by, act: 'operator added', on: { kind: 'player', id: on.id }, why, details: { from: 'player' } }),
  )
}

test('an entry records who did what to whom, why and when', async () => {
  const [mara, jo] = [await createPlayer({ username: 'mara_v' }), await createPlayer({ username: 'jo_lee' })]
  await note(mara, jo, 'helps with reports')
  const { entries, older } = await listAuditLog(null)
  expect(older).toBeNull()
  expect(entries).toEqual([
    {
      id: 1,
      who: 'mara_v',
      isDeleted: false,
      act: 'operator added',
      onKind: 'player',
      onId: jo.id,
      onName: 'jo_lee',
      postId: null,
      title: null,
      why: 'helps with reports',
      at: expect.any(Date),
    },
  ])
  expect(Math.abs(Date.now() - entries[0]!.at.getTime())).toBeLessThan(60_000)
  const { rows } = await database().execute(sql`select details from operator_acts`)
  expect(rows).toEqual([{ details: { from: 'player' } }])
})

test('an act that fails is not logged', async () => {
  const mara = await createPlayer()
  const failing = database().transaction(async (tx) => {
    await logAct(tx, { by: mara, act: 'operator added', on: { kind: 'player', id: mara.id } })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await listAuditLog(null)).entries).toEqual([])
})

test('entries outlive accounts: the operator’s name is preserved, a deleted player is only an id', async () => {
  const [operator, player] = [await createPlayer({ username: 'gone_soon' }), await createPlayer()]
  await note(operator, player)
  await note(null, player)
  for (const { id } of [operator, player]) await deleteAccount(id)
  expect((await listAuditLog(null)).entries).toMatchObject([
    { who: 'command line', isDeleted: false, onId: player.id, onName: null },
    { who: 'gone_soon', isDeleted: true, onId: player.id, onName: null, why: '' },
  ])
})

test('an entry about a post or comment links to the post while it exists', async () => {
  const post = await createPost()
  const ids = [post.id, 999_999].map(String)
  await database().transaction(async (tx) => {
    for (const id of ids) await logAct(tx, { by: null, act: 'removed', on: { kind: 'post', id }, why: 'Spam' })
    await logAct(tx, { by: null, act: 'removed', on: { kind: 'comment', id: '999999' } })
    await logAct(tx, { by: null, act: 'words changed', on: { kind: 'words', id: 'held' } })
  })
  const { entries } = await listAuditLog(null)
  expect(entries.map(({ onKind, postId }) => [onKind, postId]).toReversed()).toEqual([
    ['post', post.id],
    ['post', null],
    ['comment', null],
    ['words', null],
  ])
})

test('the log is paged from newest to oldest, without repeats or gaps when entries are added', async () => {
  const player = await createPlayer()
  for (let at = 0; at < 2 * ENTRIES_ON_PAGE + 1; at++) await note(null, player)
  const first = await listAuditLog(null)
  await note(null, player)
  const second = await listAuditLog(first.older)
  const third = await listAuditLog(second.older)
  const ids = [first, second, third].flatMap(({ entries }) => entries.map(({ id }) => id))
  expect(ids).toEqual(Array.from({ length: 2 * ENTRIES_ON_PAGE + 1 }, (_, at) => 2 * ENTRIES_ON_PAGE + 1 - at))
  expect([first.entries.length, third.entries.length, third.older]).toEqual([ENTRIES_ON_PAGE, 1, null])
  expect(await listAuditLog(1)).toEqual({ entries: [], older: null })
})
