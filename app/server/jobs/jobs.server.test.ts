import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { hurryJobs } from '../../../testing/fixtures/jobs.ts'
import { createPlayer, signIn } from '../../../testing/fixtures/players.ts'
import { deleteExpiredAccess } from '../../accounts/account/delete-expired-access.server.ts'
import { database } from '../../db/connection.server.ts'
import { JOBS } from '../../jobs.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { addJob, type Job, type Queue, startJobs, workOn } from './jobs.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => void (testDatabase = await createTestDatabase()))
afterEach(() =>
  runClosers((_, error) => {
    throw error
  }),
)
afterAll(() => testDatabase.drop())

const queue = (name: string, more: Partial<Queue> = {}): Queue => ({
  name,
  retries: { limit: 2, firstAfterS: 1, atMostS: 1 },
  expiresAfterS: 60,
  data: z.looseObject({}),
  ...more,
})

async function schedules(): Promise<string[]> {
  const { rows } = await database().execute<{ name: string }>(sql`select name from jobs.schedule order by name`)
  return rows.map(({ name }) => name)
}

test('a job that throws is tried again, and tells which try it is', async () => {
  const tries: boolean[] = []
  const work: Job['work'] = async (_, { hasFailed }) => {
    tries.push(hasFailed)
    if (!hasFailed) throw new Error('Not now')
  }
  const failed: string[] = []
  await workOn([{ queue: queue('again'), work, onFailure: (_, error) => void failed.push((error as Error).message) }])
  await addJob(queue('again'), {})
  await expect.poll(async () => (await hurryJobs(), tries)).toEqual([false, true])
  expect(failed).toEqual(['Not now'])
})

test('a job that stands under a stop hears of it, and the next start does it', async () => {
  let hasHeard = false
  const work: Job['work'] = (_, { signal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        hasHeard = true
        reject(new Error('Stopped'))
      }),
    )
  const begun = Promise.withResolvers<void>()
  await workOn([{ queue: queue('long'), work: (...given) => (begun.resolve(), work(...given)), onFailure: () => {} }])
  await addJob(queue('long'), {})
  await begun.promise
  await runClosers(() => {})
  expect(hasHeard).toBe(true)
  let done = 0
  await workOn([{ queue: queue('long'), work: async () => void done++ }])
  await expect.poll(() => done).toBe(1)
})

test('of a queue that is alone only one job is taken at a time, by whichever node', async () => {
  const alone = queue('alone', { isSingleton: true })
  await Promise.all(Array.from({ length: 3 }, () => addJob(alone, {})))
  // Like three nodes.
  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => database().$client.query(text, values) },
  })
  const taken = await Promise.all([1, 2, 3].map(() => boss.fetch('alone', { batchSize: 1 })))
  expect(taken.flat()).toHaveLength(1)
})

test('what is scheduled is what the lines say', async () => {
  startJobs([{ queue: queue('nightly', { schedule: '5 3 * * *' }), work: async () => {} }])
  await expect.poll(schedules).toEqual(['nightly'])
  await runClosers(() => {})
  startJobs(JOBS)
  await expect.poll(schedules).toEqual(
    JOBS.filter(({ queue }) => queue.schedule)
      .map(({ queue }) => queue.name)
      .toSorted(),
  )
})

test('each queue stands in the table once', () => {
  const names = JOBS.map((job) => job.queue.name)
  expect(new Set(names).size).toBe(names.length)
})

test('sessions that have ended are forgotten, others stay', async () => {
  const [one, other] = [await createPlayer(), await createPlayer()]
  await signIn(one)
  await signIn(other)
  await database().execute(sql`update sessions set expires_at = now() - interval '1 hour' where player_id = ${one.id}`)
  await database().execute(sql`
    insert into verifications (identifier, value, expires_at)
    select kind || ':' || days, '', now() - make_interval(days => days)
    from unnest(array['google', 'reset']) as kind, unnest(array[-1, 1, 15]) as days`)
  expect(await deleteExpiredAccess()).toBe(1)
  const { rows: left } = await database().execute(sql`select identifier from verifications order by identifier`)
  expect(left.map(({ identifier }) => identifier)).toEqual(['google:-1', 'reset:-1', 'reset:1'])
  const { rows } = await database().execute(sql`select player_id from sessions`)
  expect(rows).toEqual([{ player_id: other.id }])
})
