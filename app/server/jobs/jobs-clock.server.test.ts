import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { database } from '../../db/connection.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { addJob, type Job, type Queue, startJobs } from './jobs.server.ts'
import { STEADY_CLOCK } from './jobs-clock.server.ts'
import { openLog } from '../process/log.server.ts'
import { findStoppedQueues } from './queue-health.server.ts'

const logged: string[] = []
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void logged.push(line) } })
  testDatabase = await createTestDatabase()
})
afterAll(async () => {
  await stop()
  await testDatabase.drop()
})

const queue = (name: string, more: Partial<Queue> = {}): Queue => ({
  name,
  retries: { limit: 2, firstAfterS: 1, atMostS: 60 },
  expiresAfterS: 60,
  data: z.looseObject({}),
  ...more,
})
const stop = () =>
  runClosers((_, error) => {
    throw error
  })
const ask = async (text: string) => (await database().execute(sql.raw(text))).rows
/** Looks with new times, as in a portal that has run for long. */
let looks = 0
const stopped = () => findStoppedQueues(++looks * 60_000, 3600)

test('what a clock that ran ahead wrote is repaired at the start with one warning, and runs', async () => {
  const done: string[] = []
  const work: Job['work'] = async (data) => void done.push((data as { what: string }).what)
  const mails = queue('mails')
  await addJob(mails, { what: 'added' })
  await addJob(mails, { what: 'failed' })
  await addJob(mails, { what: 'later' }, undefined, { afterS: 3600 })
  await addJob(queue('nightly', { schedule: '0 4 * * *' }), { what: 'nightly' })
  await stop()
  expect(await findStoppedQueues(++looks * 60_000, 10)).toEqual([])
  await ask(`update jobs.job set created_on = created_on + interval '30 days', start_after = start_after + interval '30 days'
    where name = 'mails'`)
  await ask(
    `update jobs.job set state = 'retry', created_on = now() - interval '1 hour' where data->>'what' = 'failed'`,
  )
  await ask(`update jobs.version set cron_on = now() + interval '30 days'`)
  await ask(`insert into jobs.schedule (name, cron) values ('nightly', '0 4 * * *')`)
  expect(await stopped()).toEqual(['mails', 'schedules'])

  startJobs([
    { queue: mails, work },
    { queue: queue('nightly', { schedule: '0 4 * * *' }), work },
  ])
  await expect.poll(() => done.toSorted()).toEqual(['added', 'failed', 'nightly'])
  await expect.poll(() => ask(`select cron_on between now() - interval '1 minute' and now() as is from jobs.version`)).toEqual([{ is: true }]) // prettier-ignore
  const [later] = await ask(`select start_after between now() and now() + interval '1 hour' as is from jobs.job where data->>'what' = 'later'`) // prettier-ignore
  expect(later).toEqual({ is: true })
  expect(logged.filter((line) => line.includes('lay in the future'))).toHaveLength(1)
  expect(await stopped()).toEqual([])
})

test('a queue whose due jobs nobody does is named', async () => {
  await addJob(queue('nobody-does'), {})
  expect(await stopped()).toEqual([])
  await ask(`update jobs.job set start_after = now() - interval '6 minutes' where name = 'nobody-does'`)
  expect(await stopped()).toEqual(['nobody-does'])
})

test('timers of the queues follow a clock that a change of the wall clock leaves alone', () => {
  const before = STEADY_CLOCK.now()
  const wall = Date.now
  Date.now = () => wall() + 86_400_000
  expect(STEADY_CLOCK.now() - before).toBeLessThan(60_000)
  Date.now = wall
})
