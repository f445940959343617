import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { MESSAGE_WORDS, messageRemarks, messages } from '../../db/schema/messages.server.ts'
import { collectPlayerData } from '../../data-inventory/player-data.server.ts'
import { deleteOldMessages } from '../delete-old-messages.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(() => database().execute(sql`truncate messages cascade`))
afterAll(() => testDatabase.drop())

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

test('messages settled over two years ago are deleted with their remarks, unsettled ones are not', async () => {
  const message = { kind: 'contact', category: 'general', dueAt: ago(800), createdAt: ago(801) } as const
  const rows = await database()
    .insert(messages)
    .values([
      { ...message, content: 'closed long ago', state: 'closed', settledAt: ago(732) },
      { ...message, content: 'answered long ago', state: 'answered', settledAt: ago(732) },
      { ...message, content: 'closed later', state: 'closed', settledAt: ago(728) },
      { ...message, content: 'new' },
    ])
    .returning()
  for (const { id } of rows)
    await database().insert(messageRemarks).values({ messageId: id, kind: 'note', operatorName: 'mara', content: 'x' })
  expect(await deleteOldMessages()).toBe(2)
  const left = await database().select({ content: messages.content }).from(messages).orderBy(messages.id)
  expect(left.map(({ content }) => content)).toEqual(['closed later', 'new'])
  expect(await database().select().from(messageRemarks)).toHaveLength(2)
})

test('players download their messages with the answers and without internal notes', async () => {
  const { id: playerId } = await createPlayer()
  const mine = { kind: 'feedback', category: 'bug', content: 'Dark', rating: 2, dueAt: ago(1), playerId } as const
  const [row] = await database().insert(messages).values(mine).returning()
  await database()
    .insert(messageRemarks)
    .values([
      { messageId: row!.id, kind: 'note', operatorName: 'mara', content: 'Seen before' },
      { messageId: row!.id, kind: 'answer', operatorName: 'mara', content: 'Fixed' },
    ])
  const { messages: downloaded } = await collectPlayerData(playerId)
  expect(downloaded).toMatchObject([{ kind: 'feedback', content: 'Dark', rating: 2, answers: [{ content: 'Fixed' }] }])
  expect(JSON.stringify(downloaded)).not.toMatch(/Seen before|mara/)
})

test('the inbox and its search use an index', async () => {
  await database().execute(sql`
    insert into messages (kind, category, name, content, due_at, state, settled_at)
    select 'contact', 'general', 'player ' || n, 'Lamps stay dark in level ' || n || md5(n::text), now() - n * interval '1 minute',
      case when n % 50 = 0 then 'answered' else 'closed' end, now()
    from generate_series(1, 8000) n`)
  await database().execute(sql`vacuum analyze messages`)
  const explain = async (text: string) =>
    (await database().$client.query<{ 'QUERY PLAN': string }>(`explain ${text}`)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')
  const list = `select id from messages where state = 'answered' order by due_at desc, id desc limit 31`
  expect(await explain(list)).toContain('messages_of_state')
  expect(await explain('select id from messages order by due_at desc, id desc limit 31')).toContain('messages_newest')
  expect(await explain(`select id from messages where ${MESSAGE_WORDS} like '%level 7999%'`)).toContain(
    'messages_search',
  )
})
