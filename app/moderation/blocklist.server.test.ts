import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { listAuditLog } from '../accounts/operators/audit-log.server.ts'
import { database } from '../db/connection.server.ts'
import { readForm } from '../forms/read-form.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { blocklistRules, WORD_LINES, WORD_MAX } from './moderation-rules.ts'
import { readBlocklist, saveBlocklist } from './blocklist.server.ts'
import { reasonToHold } from './hold.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = { ...(await createPlayer({ username: 'mara_v', role: 'operator' })), sessionId: '' }
})
beforeEach(() => database().execute(sql`truncate held_words, operator_acts`))
afterAll(() => testDatabase.drop())

function read(words: string) {
  const form = new FormData()
  form.set('words', words)
  return readForm(blocklistRules, form)
}

test('the blocklist is normalized, without empty and duplicate lines, and changes are logged with counts', async () => {
  const text = ' Darn!\r\nCheap  LAMPS\n\ndarn\ncheap-lamps\n'
  expect(await saveBlocklist({ operator, seen: 0 }, text)).toEqual({ outcome: 'done' })
  const { words, seen } = await readBlocklist()
  expect(words).toEqual(['cheap lamps', 'darn'])
  expect(await saveBlocklist({ operator, seen }, 'darn\nheck')).toEqual({ outcome: 'done' })
  expect((await readBlocklist()).words).toEqual(['darn', 'heck'])
  const { entries } = await listAuditLog(null)
  expect(entries.map(({ act, why }) => `${act}: ${why}`)).toEqual([
    'words changed: 1 added, 1 removed',
    'words changed: 2 added, 0 removed',
  ])
})

test('saving a list that another operator has changed in the meantime is refused', async () => {
  await saveBlocklist({ operator, seen: 0 }, 'darn')
  expect(await saveBlocklist({ operator, seen: 0 }, 'heck')).toMatchObject({ outcome: 'decided', who: 'mara_v' })
  expect((await readBlocklist()).words).toEqual(['darn'])
})

test('a term matches whole words, whatever punctuation surrounds them', async () => {
  await saveBlocklist({ operator, seen: 0 }, 'darn\ncheap lamps\nläuft 100%\nЁж')
  const { id: playerId } = await createPlayer({ createdAt: new Date('2026-01-01') })
  const held = (text: string) =>
    database().transaction((tx) => reasonToHold(tx, { playerId, text, hasLink: false, hasPicture: false }))
  for (const text of ['darn', 'Oh DARN!', '(darn)', 'buy cheap...\nlamps', 'es läuft 100 mal', 'это ёж.'])
    expect(await held(text), text).toBe('word')
  for (const text of ['darning', 'cheap old lamps', 'läuft 1000', '%', '']) expect(await held(text), text).toBeNull()
})

test('a term matches look-alike letters, in every alphabet of the list', async () => {
  await saveBlocklist({ operator, seen: 0 }, 'darn\nсука')
  const { id: playerId } = await createPlayer({ createdAt: new Date('2026-01-01') })
  const held = (text: string) =>
    database().transaction((tx) => reasonToHold(tx, { playerId, text, hasLink: false, hasPicture: false }))
  const invisible = [0x115f, 0x1160, 0x3164, 0xffa0, 0x2065, 0xfff0, 0x034f, 0x200b, 0xfe0f, 0xe0061]
  for (const code of invisible) expect(await held(`da${String.fromCodePoint(code)}rn`), code.toString(16)).toBe('word')
  for (const text of [
    'ᴅᴀʀɴ',
    '🅳🅰🆁🅽',
    '🅓🅐🅡🅝',
    '🄳🄰🅁🄽',
    '🇩🇦🇷🇳',
    '⒟⒜⒭⒩',
    'dаrn',
    'DАRN',
    'ⓓⓐⓡⓝ',
    '𝐝𝐚𝐫𝐧',
    'ｄａｒｎ',
    'dα\u0301rn',
  ])
    expect(await held(text), text).toBe('word')
  for (const text of ['сука', 'СУКА', 'cyka', 'суka']) expect(await held(text), text).toBe('word')
  for (const text of ['дарн', 'dawn', '🅳 🅰 🆁']) expect(await held(text), text).toBeNull()
})

test('the list has limits, each with an error message', () => {
  const lines = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length)).join('\n')
  expect(read(lines(WORD_LINES, WORD_MAX)).errors).toBeNull()
  expect(read('😀a'.repeat(WORD_MAX / 2)).errors).toBeNull()
  expect(read(lines(WORD_LINES + 1, 1)).errors).toEqual({ words: 'Please use at most 2,000 lines of 60 characters' })
  expect(read(lines(1, WORD_MAX + 1)).errors?.words).toMatch(/^Please use at most 60 characters per line: xxxxx/)
  expect(read('x'.repeat(1_000_000)).errors?.words).toMatch(/^Please use at most/)
  expect(read('good\n!!!').errors).toEqual({ words: 'This line has no letter or digit: !!!' })
})
