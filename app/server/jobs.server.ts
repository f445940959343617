import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { backgroundDatabase, type Transaction } from '../db/connection.server.ts'
import { remember } from '../lib/remember.ts'
import { isDatabaseDown } from '../db/database-outage.server.ts'
import { onShutdown } from './http-shutdown.server.ts'
import { repairQueues, STEADY_CLOCK } from './jobs-clock.server.ts'
import { log } from './log.server.ts'

/** What runs a statement: the pool, or a transaction. */
export type Sql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** A transaction of Drizzle as what runs a statement with numbered values. */
export function sqlOf(transaction: Transaction): Sql {
  return (text, values = []) => {
    const pieces = text.split(/\$(\d+)/)
    const chunks = pieces.map((piece, at) => (at % 2 ? sql.param(values[Number(piece) - 1]) : sql.raw(piece)))
    return transaction.execute(sql.join(chunks))
  }
}

/** A kind of job: its queue in the database, and how its jobs live there. Who does them says a line of app/jobs.server.ts. */
export type Queue<Data extends object = object> = {
  name: string
  /** How often a job that failed is tried again, and how long is waited before: twice as long each time, to the longest. */
  retries: { limit: number; firstAfterS: number; atMostS: number }
  /** How long one try may take. */
  expiresAfterS: number
  /** One job at a time, on whichever node. */
  isAlone?: true
  /** When one is added by itself, as a line of cron in UTC; once, however many nodes there are. Its data is empty. */
  schedule?: string
  /** Schema of its jobs' data. Only parsed data reaches `work`, since a restored archive may be crafted. */
  data: z.ZodType<Data>
}

/** Schema of queues whose jobs carry no data. */
export const NO_DATA = z.object({})

/** What the jobs of a queue hold, and who does them. One that throws is tried again later. */
export type Job<Data extends object = object> = {
  queue: Queue<Data>
  work: (data: Data, attempt: JobTry) => Promise<void>
  /** Tells of a try that failed, in its own words. */
  onFailure?: (data: Data, error: unknown, attempt: JobTry) => void | Promise<void>
}

/** What is known of a job beside what it holds. */
export type JobTry = {
  id: string
  createdAt: Date
  isFirst: boolean
  /** An earlier try threw; one whose process died did not. */
  hasFailed: boolean
  /** None follows it. */
  isLast: boolean
  /** Aborted when the portal stops: what is left is done by the next try. */
  signal: AbortSignal
}

const SCHEMA = 'jobs'

/** A worker that says nothing for half a minute is dead; one that lives may take its time. What is done is kept an hour. */
const LIFE = { heartbeatSeconds: 30, deleteAfterSeconds: 3600 }

function lifeOf({ retries, expiresAfterS }: Queue) {
  const { limit, firstAfterS, atMostS } = retries
  const delays = { retryLimit: limit, retryDelay: firstAfterS, retryBackoff: true, retryDelayMax: atMostS }
  return { ...LIFE, ...delays, expireInSeconds: expiresAfterS }
}

/**
 * How long after a job was added its worker is woken: by then its transaction is committed and the answer has left, which
 * shares its processor with nothing that depends on who was found.
 */
const WAKE_MS = 250

const NOTE_MS = 250
const STOP_MS = 4000

const state = remember('jobs', () => ({
  boss: null as Promise<PgBoss> | null,
  isStarted: false,
  /** Does jobs, and adds those whose time has come. */
  isWorking: false,
  queues: new Map<string, Promise<void>>(),
  workers: new Map<string, string>(),
  done: new Set<string>(),
}))

/**
 * Puts a job into the queue in the database. It is done once and again until it succeeds, by whichever node comes to it,
 * also after a crash. Within a transaction it is there when and only when that commits. `isLater`: it waits for all of its queue that
 * are not, for whom somebody waits. `afterS`: it is done so many seconds later.
 */
export async function addJob<Data extends object>(
  queue: Queue<Data>,
  job: Data,
  transaction?: Sql,
  { isLater = false, afterS = 0 } = {},
): Promise<void> {
  const boss = await openJobs()
  await openQueue(boss, queue)
  await boss.send(queue.name, job, {
    ...lifeOf(queue),
    ...(isLater && { priority: -1 }),
    ...(afterS && { startAfter: afterS }),
    ...(transaction && { db: { executeSql: transaction as never } }),
  })
  const worker = state.workers.get(queue.name)
  // What is in its transaction even then is found within two seconds.
  if (worker && !afterS) setTimeout(() => boss.notifyWorker(worker), WAKE_MS).unref()
}

/**
 * Puts jobs of a backup into their queues again, within a transaction, under the ids that they had: a mail that went out
 * since then comes with the same Message-ID. Those of queues that are no more, and those whose data is not what their queue
 * holds, are left out; returns how many.
 */
export async function addJobsAgain(
  queues: Queue[],
  jobs: { id: string; name: string; data: object }[],
  within: Sql,
): Promise<number> {
  const boss = await openJobs()
  const db = { executeSql: within as never }
  let leftOut = 0
  for (const { id, name, data } of jobs) {
    const queue = queues.find((one) => one.name === name)
    const read = queue?.data.safeParse(data)
    if (!queue || !read?.success) {
      leftOut++
      continue
    }
    await openQueue(boss, queue)
    await boss.send(name, read.data, { ...lifeOf(queue), id, db })
  }
  return leftOut
}

const AGAIN_MS = 10_000

/** Does the jobs of all lines from now on until the portal stops, as soon as there is a database to ask. */
export function startJobs(jobs: readonly Job[]): void {
  state.isWorking = true
  workOn(jobs).catch((error: unknown) => {
    log().error({ err: error }, 'The queues of jobs did not start')
    setTimeout(() => startJobs(jobs), AGAIN_MS).unref()
  })
}

/**
 * Does the jobs of some lines, those of each queue one after another. A job that is done is done once, also where the
 * database goes away before that is noted.
 */
export async function workOn(jobs: readonly Job[]): Promise<void> {
  const boss = await openJobs()
  for (const job of jobs) {
    await openQueue(boss, job.queue)
    await workOnQueue(boss, job)
  }
  if (state.isWorking) await keepSchedule(boss, jobs)
}

async function workOnQueue(boss: PgBoss, { queue: { name, data: schema }, work, onFailure }: Job): Promise<void> {
  if (state.workers.has(name)) return
  const options = { pollingIntervalSeconds: 2, includeMetadata: true } as const
  const worker = await boss.work(name, options, async ([job]: JobWithMetadata<object>[]) => {
    if (!job) return
    const { id } = job
    const attempt = tryOf(job)
    const read = schema.safeParse(job.data ?? {})
    if (!read.success) {
      log().error({ queue: name, job: id }, 'Dropped a job with invalid data')
      return
    }
    const { data } = read
    try {
      if (!state.done.has(id)) await work(data, attempt)
    } catch (error) {
      if (onFailure) await onFailure(data, error, attempt)
      // That the database is down has its line already (readiness.server.ts).
      else if (!isDatabaseDown(error) && (!attempt.hasFailed || attempt.isLast))
        log().warn({ err: error, queue: name }, 'A job failed')
      throw error
    }
    state.done.add(id)
    await noteDone(boss, name, id)
    state.done.delete(id)
    // The next one at once.
    boss.notifyWorker(worker)
  })
  state.workers.set(name, worker)
}

/** What is scheduled is what the lines say, also after one of them went. */
async function keepSchedule(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = jobs.filter(({ queue }) => queue.schedule)
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.some(({ queue }) => queue.name === name)) await boss.unschedule(name)
  }
  for (const { queue } of scheduled) {
    await boss.schedule(queue.name, queue.schedule as string, {}, { tz: 'UTC', ...lifeOf(queue) })
  }
}

function tryOf({ id, createdOn, retryCount, retryLimit, output, signal }: JobWithMetadata): JobTry {
  return {
    id,
    createdAt: createdOn,
    isFirst: retryCount === 0,
    // What was thrown is kept as it is; what pg-boss says of a try that ended otherwise is its `value`.
    hasFailed: output !== null && !('value' in output),
    isLast: retryCount >= retryLimit,
    signal,
  }
}

/**
 * Left to pg-boss, a job that is done would count as failed where the connection is lost just then. Also where it was given
 * back meanwhile, for its worker could not say that it lives.
 */
async function noteDone(boss: PgBoss, name: string, id: string): Promise<void> {
  for (;;) {
    try {
      await boss.complete(name, id, null, { includeQueued: true, db: { executeSql: runPatiently } })
      return
    } catch (error) {
      if (!state.boss) throw error
      await sleep(NOTE_MS)
    }
  }
}

/** Makes a queue where it is missing; once a process. */
function openQueue(boss: PgBoss, { name, isAlone }: Queue): Promise<void> {
  const opened = state.queues.get(name)
  if (opened) return opened
  const opening = boss.createQueue(name, isAlone && { policy: 'singleton' }).catch((error: unknown) => {
    state.queues.delete(name)
    throw error
  })
  state.queues.set(name, opening)
  return opening
}

/** Makes the tables of the queues where they are missing; once a process. */
function openJobs(): Promise<PgBoss> {
  return (state.boss ??= start().catch((error: unknown) => {
    state.boss = null
    throw error
  }))
}

async function start(): Promise<PgBoss> {
  // Loaded when it is first needed, after the portal listens.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    schema: SCHEMA,
    schedule: state.isWorking,
    clock: STEADY_CLOCK,
    clockMonitorIntervalSeconds: 60,
    db: { executeSql: runPatiently },
  })
  boss.on('error', (thrown: object) => {
    const error = thrown instanceof Error ? thrown : Object.assign(new Error(), thrown)
    // It asks every two seconds, and the log has its line already (readiness.server.ts).
    if (!isDatabaseDown(error)) log().warn({ err: error }, 'The queue had a fault')
  })
  await boss.start()
  state.isStarted = true
  const repairing = state.isWorking ? setInterval(() => void repairQueues(runPatiently), REPAIR_MS).unref() : undefined
  if (state.isWorking) await repairQueues(runPatiently)
  onShutdown('jobs', async () => {
    clearInterval(repairing)
    await boss.stop({ graceful: true, timeout: STOP_MS })
    state.boss = null
    state.isStarted = false
    state.queues.clear()
    state.workers.clear()
  })
  return boss
}

const REPAIR_MS = 3_600_000
const START_MS = 60_000
const WORK_MS = 5000

/** Making the tables takes longer than a page may wait. What has no answer in time fails, and its connection goes. */
async function runPatiently(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const asked = { text, values, query_timeout: state.isStarted ? WORK_MS : START_MS }
  return backgroundDatabase().$client.query(asked)
}
