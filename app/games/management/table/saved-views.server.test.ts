import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { deleteView, listSavedViews, saveView } from './saved-views.server.ts'
import { VIEWS_MAX } from './table-rules.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ username: 'mara', role: 'operator' })) as unknown as Player
})
beforeEach(() => database().execute(sql`truncate saved_views, operator_acts restart identity`))
afterAll(() => testDatabase.drop())

test('views that are saved, replaced and deleted are in the audit log, with the filter', async () => {
  await saveView(operator, 'Hidden', 'status=hidden&unknown=1')
  await saveView(operator, 'Hidden', 'status=hidden&sort=plays')
  expect(await listSavedViews()).toEqual([{ id: 1, name: 'Hidden', query: 'status=hidden&sort=plays' }])
  expect(await deleteView(operator, 1)).toEqual({ outcome: 'done' })
  expect(await deleteView(operator, 1)).toEqual({ outcome: 'gone' })
  const by = { who: 'mara', onKind: 'view', title: 'Hidden', why: 'Status: Hidden' }
  expect((await listAuditLog(null)).entries).toMatchObject([
    { ...by, act: 'view deleted', onId: 'status=hidden&sort=plays' },
    { ...by, act: 'view saved', onId: 'status=hidden&sort=plays' },
    { ...by, act: 'view saved', onId: 'status=hidden' },
  ])
})

test('there are at most thirty views', async () => {
  await database().execute(
    sql`insert into saved_views (name, query) select n, '' from generate_series(1, ${VIEWS_MAX}::int) n`,
  )
  expect(await saveView(operator, 'More', 'status=hidden')).toMatchObject({ outcome: 'forbidden' })
  expect(await saveView(operator, '7', 'status=hidden')).toEqual({ outcome: 'done' })
  expect((await listAuditLog(null)).entries).toHaveLength(1)
})
