import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { database } from '../../db/connection.server.ts'
import { countSignIn, clearSignInAttemptsOf, recordSignIn } from './sign-in-attempts.server.ts'

const MARA = 'mara@mail.example'
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  process.env.AUTH_SECRET ??= 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})

afterAll(() => testDatabase.drop())

function from(address: string): Request {
  return new Request('http://x/login', { headers: { 'x-client-ip': address } })
}

/** Makes every window end some days earlier. */
async function letPass(days: number): Promise<void> {
  await database().execute(sql`update attempts set ends_at = ends_at - make_interval(days => ${days})`)
}

/** Uses up the account's limit with twenty attempts from two addresses. */
async function useUpAttempts(email: string, net: string): Promise<void> {
  for (const host of [1, 2]) for (let tries = 0; tries < 10; tries++) await countSignIn(email, from(`${net}.${host}`))
  expect(await countSignIn(email, from(`${net}.3`))).toBeGreaterThan(0)
}

test('guesses from elsewhere do not lock out a player at an address where they signed in before', async () => {
  const home = from('198.51.100.1')
  expect(await countSignIn(MARA, home)).toBe(0)
  await recordSignIn(MARA, home)
  await useUpAttempts(MARA, '203.0.113')
  expect(await countSignIn(MARA, home)).toBe(0)
  expect(await countSignIn(MARA, from('198.51.100.9'))).toBeGreaterThan(0)
})

test('an address is known for 30 days from the last sign-in, and a browser for 180', async () => {
  const [home, email] = [from('198.51.100.3'), 'kim@mail.example']
  const [cookie = ''] = (await recordSignIn(email, home)).split(';')
  const browser = new Request('http://x/login', { headers: { 'x-client-ip': '192.0.2.20', cookie } })
  await letPass(20)
  await recordSignIn(email, home)
  await letPass(20)
  await useUpAttempts(email, '203.0.114')
  expect(await countSignIn(email, home)).toBe(0)
  await letPass(100)
  await recordSignIn(email, browser)
  await letPass(100)
  await useUpAttempts(email, '203.0.115')
  expect(await countSignIn(email, browser)).toBe(0)
  expect(await countSignIn(email, home)).toBeGreaterThan(0)
})

test('a player who proved the email address can sign in at once', async () => {
  const owner = from('198.51.100.2')
  for (let tries = 0; tries < 11; tries++) await countSignIn('jo@mail.example', owner)
  await useUpAttempts('jo@mail.example', '192.0.2')
  expect(await countSignIn('jo@mail.example', owner)).toBeGreaterThan(0)
  await clearSignInAttemptsOf('jo@mail.example', owner)
  expect(await countSignIn('jo@mail.example', owner)).toBe(0)
})
