import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { messages } from '../db/schema/messages.server.ts'
import { runClosers } from '../server/http/shutdown.server.ts'
import { config } from '../server/process/config.server.ts'
import { openLog } from '../server/process/log.server.ts'
import { receiveMessage } from './receive-message.server.ts'

const lines: string[] = []
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
  testDatabase = await createTestDatabase()
  config().smtp = { url: 'smtp://127.0.0.1:1' }
})
afterAll(async () => {
  await runClosers(() => {})
  await testDatabase.drop()
})

const contact = (subject: string) =>
  receiveMessage(
    new Request('http://portal.example/contact', { method: 'POST' }),
    {
      kind: 'contact',
      category: 'general',
      name: 'Jo',
      email: 'jo@mail.example',
      subject,
      content: 'Hi',
      rating: null,
    },
    '',
  )
const warnings = () => lines.filter((line) => line.includes('no operator has a confirmed address'))

test('a message that nobody gets by email is stored, and the log says why', async () => {
  await createPlayer({ role: 'operator', emailVerified: false })
  expect(await contact('Lamps')).toBe(0)
  expect(await database().select({ subject: messages.subject }).from(messages)).toEqual([{ subject: 'Lamps' }])
  expect(warnings()).toHaveLength(1)
  await createPlayer({ role: 'operator', emailVerified: true })
  expect(await contact('More lamps')).toBe(0)
  expect(warnings()).toHaveLength(1)
})
