import os from 'node:os'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { database } from '../../db/connection.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { addJob, type Job, type Queue, startJobs } from './jobs.server.ts'
import { STEADY_CLOCK } from './jobs-clock.server.ts'
import { openLog } from '../process/log.server.ts'
import { findStoppedQueues } from './queue-health.server.ts'

const lines: string[] = []
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
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
const query = async (text: string) => (await database().execute(sql.raw(text))).rows
/** Checks with new times, like a portal that has run for a long time. */
let checks = 0
const findStopped = () => findStoppedQueues(++checks * 60_000, 3600)

test('times written by a clock that ran ahead are repaired at the start with one warning, and the jobs run', async () => {
  const done: string[] = []
  const work: Job['work'] = async (data) => void done.push((data as { what: string }).what)
  const mails = queue('mails')
  await addJob(mails, { what: 'added' })
  await addJob(mails, { what: 'failed' })
  await addJob(mails, { what: 'later' }, undefined, { afterS: 3600 })
  await addJob(queue('nightly', { schedule: '0 4 * * *' }), { what: 'nightly' })
  await stop()
  expect(await findStoppedQueues(++checks * 60_000, 10)).toEqual([])
  await query(`update jobs.job set created_on = created_on + interval '30 days', start_after = start_after + interval '30 days'
    where name = 'mails'`)
  await query(
    `update jobs.job set state = 'retry', created_on = now() - interval '1 hour' where data->>'what' = 'failed'`,
  )
  await query(`update jobs.version set cron_on = now() + interval '30 days'`)
  await query(`insert into jobs.schedule (name, cron) values ('nightly', '0 4 * * *')`)
  expect(await findStopped()).toEqual(['mails', 'schedules'])

  startJobs([
    { queue: mails, work },
    { queue: queue('nightly', { schedule: '0 4 * * *' }), work },
  ])
  await expect.poll(() => done.toSorted()).toEqual(['added', 'failed', 'nightly'])
  await expect.poll(() => query(`select cron_on between now() - interval '1 minute' and now() as is from jobs.version`)).toEqual([{ is: true }]) // prettier-ignore
  const [later] = await query(`select start_after between now() and now() + interval '1 hour' as is from jobs.job where data->>'what' = 'later'`) // prettier-ignore
  expect(later).toEqual({ is: true })
  expect(lines.filter((line) => line.includes('lay in the future'))).toHaveLength(1)
  expect(await findStopped()).toEqual([])
})

test('a queue whose due jobs are not processed is reported', async () => {
  await addJob(queue('nobody-does'), {})
  expect(await findStopped()).toEqual([])
  await query(`update jobs.job set start_after = now() - interval '6 minutes' where name = 'nobody-does'`)
  expect(await findStopped()).toEqual(['nobody-does'])
})

test('timers of the queues ignore changes of the wall clock', () => {
  const before = STEADY_CLOCK.now()
  const wall = Date.now
  Date.now = () => wall() + 86_400_000
  expect(STEADY_CLOCK.now() - before).toBeLessThan(60_000)
  Date.now = wall
})

test('the clock of the queues goes on while the machine sleeps', () => {
  const before = STEADY_CLOCK.now()
  const uptime = vi.spyOn(os, 'uptime').mockReturnValue(os.uptime() + 3600)
  expect(STEADY_CLOCK.now() - before).toBeGreaterThanOrEqual(3_600_000)
  uptime.mockRestore()
})
