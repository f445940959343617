import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { makeJobsDue } from '../../../testing/fixtures/jobs.ts'
import { createPlayer, signIn } from '../../../testing/fixtures/players.ts'
import { deleteExpiredAccess } from '../../accounts/account/delete-expired-access.server.ts'
import { backgroundDatabase, database } from '../../db/connection.server.ts'
import { JOBS } from '../../jobs.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { addJob, type Job, prepareQueue, type Queue, sqlOf, startJobs, workOn } from './jobs.server.ts'

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

test('a job that throws is retried, and knows that it failed before', async () => {
  const tries: boolean[] = []
  const work: Job['work'] = async (_, { hasFailed }) => {
    tries.push(hasFailed)
    if (!hasFailed) throw new Error('Not now')
  }
  const failed: string[] = []
  await workOn([{ queue: queue('again'), work, onFailure: (_, error) => void failed.push((error as Error).message) }])
  await addJob(queue('again'), {})
  await expect.poll(async () => (await makeJobsDue(), tries)).toEqual([false, true])
  expect(failed).toEqual(['Not now'])
})

test('a job is notified of a stop, and runs again after the next start', async () => {
  let isAborted = false
  const work: Job['work'] = (_, { signal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        isAborted = true
        reject(new Error('Stopped'))
      }),
    )
  const begun = Promise.withResolvers<void>()
  await workOn([{ queue: queue('long'), work: (...given) => (begun.resolve(), work(...given)), onFailure: () => {} }])
  await addJob(queue('long'), {})
  await begun.promise
  await runClosers(() => {})
  expect(isAborted).toBe(true)
  let done = 0
  await workOn([{ queue: queue('long'), work: async () => void done++ }])
  await expect.poll(() => done).toBe(1)
})

test('jobs are added in transactions that hold all background connections', async () => {
  await prepareQueue(queue('prepared'))
  let begun = 0
  const add = () =>
    backgroundDatabase().transaction(async (tx) => {
      begun++
      await expect.poll(() => begun).toBe(2)
      await addJob(queue('prepared'), {}, sqlOf(tx))
    })
  await Promise.all([add(), add()])
  const { rows } = await database().execute(sql`select from jobs.job where name = 'prepared'`)
  expect(rows).toHaveLength(2)
})

test('jobs of a singleton queue run one at a time across all nodes', async () => {
  const alone = queue('alone', { isSingleton: true })
  await Promise.all(Array.from({ length: 3 }, () => addJob(alone, {})))
  // Acts like three nodes.
  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => database().$client.query(text, values) },
  })
  const taken = await Promise.all([1, 2, 3].map(() => boss.fetch('alone', { batchSize: 1 })))
  expect(taken.flat()).toHaveLength(1)
})

test('the schedules in the database match those in the code', async () => {
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

test('scheduled jobs that were missed while the portal was off run once after the next start', async () => {
  const at = new Date(Date.now() - 2 * 3_600_000)
  let done = 0
  const jobs = [
    {
      queue: queue('nightly', { schedule: `${at.getUTCMinutes()} ${at.getUTCHours()} * * *` }),
      work: async () => void done++,
    },
  ]
  startJobs(jobs)
  await expect.poll(schedules).toEqual(['nightly'])
  await runClosers(() => {})
  await database().execute(sql`delete from jobs.job`)
  await database().execute(sql`update jobs.schedule set created_on = now() - interval '4 days'`)
  await database().execute(sql`update jobs.version set cron_on = now() - interval '3 days'`)
  startJobs(jobs)
  const states = async () => {
    await makeJobsDue()
    const { rows } = await database().execute<{ state: string }>(sql`select state from jobs.job where name = 'nightly'`)
    return rows.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['completed'])
  expect(done).toBe(1)
})

test('each queue is listed once', () => {
  const names = JOBS.map((job) => job.queue.name)
  expect(new Set(names).size).toBe(names.length)
})

test('expired sessions, tokens and counts of attempts are deleted, others are not', async () => {
  const [one, other] = [await createPlayer(), await createPlayer()]
  await signIn(one)
  await signIn(other)
  await database().execute(sql`update sessions set expires_at = now() - interval '1 hour' where player_id = ${one.id}`)
  await database().execute(sql`
    insert into verifications (identifier, value, expires_at)
    select kind || ':' || days, '', now() - make_interval(days => days)
    from unnest(array['google', 'reset']) as kind, unnest(array[-1, 1, 15]) as days`)
  await database().execute(sql`
    insert into attempts (key, count, ends_at) values ('over', 1, now()), ('running', 1, now() + interval '1 hour')`)
  expect(await deleteExpiredAccess()).toBe(1)
  const { rows: left } = await database().execute(sql`select identifier from verifications order by identifier`)
  expect(left.map(({ identifier }) => identifier)).toEqual(['google:-1', 'reset:-1', 'reset:1'])
  const { rows } = await database().execute(sql`select player_id from sessions`)
  expect(rows).toEqual([{ player_id: other.id }])
  const { rows: attempts } = await database().execute(sql`select key from attempts`)
  expect(attempts).toEqual([{ key: 'running' }])
})
