import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { findPlanFaults, recordPlans } from '../../../testing/fixtures/query-plans.ts'
import { database } from '../../db/connection.server.ts'
import { listPlayers, PLAYERS_ON_PAGE } from './list-players.server.ts'
import { type PlayersQuery, readPlayersQuery } from './player-list-rules.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(() => database().execute(sql`truncate players cascade`))
afterAll(() => testDatabase.drop())

const query = (text: string): PlayersQuery => readPlayersQuery(new URLSearchParams(text))
const names = async (text: string) => (await listPlayers(query(text))).players.map(({ username }) => username)

/** Players who joined one after another, the first one first. */
async function createAll(...all: Parameters<typeof createPlayer>[0][]): Promise<void> {
  for (const [at, player] of all.entries())
    await createPlayer({ createdAt: new Date(Date.UTC(2026, 0, 1 + at)), ...player })
}

const LATER = new Date('2100-01-01')
const EARLIER = new Date('2000-01-01')

test('players are listed newest first, with their state', async () => {
  await createAll(
    { username: 'ann', fullName: 'Ann Lee', email: 'ann@mail.example', role: 'operator' },
    { username: 'bob', suspendedUntil: EARLIER, emailVerified: false },
    { username: 'cyd', suspendedUntil: LATER, avatar: 'profile_pictures/c/x.webp' },
  )
  const { players, next } = await listPlayers(query(''))
  expect(next).toBeNull()
  expect(players).toMatchObject([
    { username: 'cyd', suspendedUntil: LATER, avatar: '/files/profile_pictures/c/x.webp', isConfirmed: true },
    { username: 'bob', suspendedUntil: null, isConfirmed: false },
    { username: 'ann', fullName: 'Ann Lee', email: 'ann@mail.example', isOperator: true, avatar: null },
  ])
  expect(await names('state=suspended')).toEqual(['cyd'])
  expect(await names('state=active')).toEqual(['bob', 'ann'])
})

test('a search finds a part of the username, the name or the e-mail address', async () => {
  await createAll(
    { username: 'lamp_lover', email: 'a@mail.example' },
    { username: 'bob', fullName: 'Lamplighter Jo', email: 'b@mail.example', suspendedUntil: LATER },
    { username: 'cyd', email: 'lamp@mail.example' },
    { username: 'dan', fullName: '100%', email: 'd@mail.example' },
  )
  expect(await names('q=LAMP')).toEqual(['cyd', 'bob', 'lamp_lover'])
  expect(await names('q=@bob')).toEqual(['bob'])
  expect(await names('q=lamp&state=suspended')).toEqual(['bob'])
  expect(await names('q=lamp&state=active')).toEqual(['cyd', 'lamp_lover'])
  expect(await names('q=100%25')).toEqual(['dan'])
  // Too short for the index: beginnings only.
  expect(await names('q=cy')).toEqual(['cyd'])
  expect(await names('q=yd')).toEqual([])
  expect(await names('q=---')).toEqual([])
})

/** Adds players who joined at the same time, which the database stores in microseconds. */
async function createCrowd(players: number): Promise<void> {
  await database().execute(sql`
    insert into players (username, email, created_at, suspended_until)
    select 'crowd_' || n, 'crowd_' || n || '@mail.example',
      timestamptz '2026-02-03 04:05:06.000007Z' - n / 3 * interval '1 microsecond',
      case when n % 300 = 7 then now() + interval '1 day' end
    from generate_series(1, ${players}::int) n`)
}

test.each(['', 'q=crowd', 'q=crowd&state=active'])('the pages of “%s” repeat and omit nobody', async (text) => {
  await createCrowd(3 * PLAYERS_ON_PAGE + 20)
  const seen: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const { players, next }: Awaited<ReturnType<typeof listPlayers>> = await listPlayers({ ...query(text), after })
    seen.push(...players.map(({ username }) => username))
    after = next
  }
  const all = 3 * PLAYERS_ON_PAGE + 20 - (text.includes('active') ? 1 : 0)
  expect([seen.length, new Set(seen).size]).toEqual([all, all])
})

test('a rare term is found among older players, too', async () => {
  await createPlayer({ username: 'the_oldest', createdAt: EARLIER })
  await createCrowd(6000)
  expect(await names('q=oldest')).toEqual(['the_oldest'])
})

test('no list of players reads a whole table', async () => {
  await createCrowd(40_000)
  await database().execute(sql`analyze players`)
  for (const mode of ['custom', 'generic'] as const) {
    const explain = await recordPlans(testDatabase.connection, mode)
    const faults: Record<string, string[]> = {}
    for (const text of [
      '',
      'state=active',
      'state=suspended',
      'q=one',
      'q=crowd',
      'q=crowd_77',
      'q=cr',
      'q=crowd&state=suspended',
    ]) {
      const first = query(text)
      const { next } = await listPlayers(first)
      for (const page of [first, { ...first, after: next ?? '' }]) {
        const plans = await explain(() => listPlayers(page))
        expect(plans.length, `${text} was explained`).toBeGreaterThan(0)
        // A search reads the newest players one by one.
        const most = page.q ? 6000 : 100
        const found = plans.flatMap((plan) => findPlanFaults(plan, new Set(['players']), most))
        if (found.length) faults[`${mode} ${text}`] = found
      }
    }
    expect(faults).toEqual({})
  }
})
