import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Transaction } from '../../db/connection.server.ts'
import { isDatabaseDown } from '../../db/database-outage.server.ts'
import { openJobs, openQueue, runPatiently, state } from './boss.server.ts'
import { log } from '../process/log.server.ts'

/** Runs a statement on the pool or in a transaction. */
export type Sql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** Adapts a Drizzle transaction, for statements with numbered parameters. */
export function sqlOf(transaction: Transaction): Sql {
  return (text, values = []) => {
    const pieces = text.split(/\$(\d+)/)
    const chunks = pieces.map((piece, at) => (at % 2 ? sql.param(values[Number(piece) - 1]) : sql.raw(piece)))
    return transaction.execute(sql.join(chunks))
  }
}

/**
 * A kind of job: its queue in the database, and the retries and limits of its jobs. app/jobs.server.ts assigns the
 * workers.
 */
export type Queue<Data extends object = object> = {
  name: string
  /** Number of retries, and the delay before each: doubled each time, up to `atMostS`. */
  retries: { limit: number; firstAfterS: number; atMostS: number }
  /** Time limit of one attempt. */
  expiresAfterS: number
  /** Only one job runs at a time across all nodes. */
  isSingleton?: true
  /**
   * When to add a job without data: a cron expression in UTC. Only one node adds it. If no node ran at that time, one
   * job is added at the next start, however many were missed.
   */
  schedule?: string
  /** The schema of the jobs' data. `work` gets only parsed data, since a restored archive may contain crafted jobs. */
  data: z.ZodType<Data>
}

/** The schema of queues whose jobs have no data. */
export const NO_DATA = z.object({})

/** A queue and the function that runs its jobs. If the function throws, the job is retried later. */
export type Job<Data extends object = object> = {
  queue: Queue<Data>
  work: (data: Data, attempt: JobAttempt) => Promise<void>
  /** Reports a failed attempt, in place of the standard log line. */
  onFailure?: (data: Data, error: unknown, attempt: JobAttempt) => void | Promise<void>
}

/** An attempt to run a job, without the job's data. */
export type JobAttempt = {
  id: string
  createdAt: Date
  isFirst: boolean
  /** Whether an earlier attempt threw. Attempts whose process died do not count. */
  hasFailed: boolean
  /** Whether there are no more retries. */
  isLast: boolean
  /** Aborted when the portal stops; the next attempt does the rest. */
  signal: AbortSignal
}

/** A worker without a heartbeat for half a minute counts as dead. Completed jobs are stored for an hour. */
const LIFE = { heartbeatSeconds: 30, deleteAfterSeconds: 3600 }

function lifeOf({ retries, expiresAfterS }: Queue) {
  const { limit, firstAfterS, atMostS } = retries
  const delays = { retryLimit: limit, retryDelay: firstAfterS, retryBackoff: true, retryDelayMax: atMostS }
  return { ...LIFE, ...delays, expireInSeconds: expiresAfterS }
}

/**
 * Delay between adding a job and waking its worker. By then its transaction is committed and the response is sent. So
 * the job's work, which may depend on whether an account was found, cannot affect the response time.
 */
const WAKE_MS = 250

const NOTE_MS = 250

/**
 * Opens a queue on a background connection. Call it before a background transaction that adds a job. Otherwise two such
 * transactions could each wait for the other's connection to open the queue.
 */
export async function prepareQueue(queue: Queue): Promise<void> {
  await openQueue(await openJobs(), queue)
}

/**
 * Adds a job to its queue in the database. Any node runs it, and retries it until it succeeds, even after a crash. With
 * a transaction, it is added only if the transaction commits. `isLowPriority`: jobs that somebody waits for run first.
 * `afterS`: delay in seconds.
 */
export async function addJob<Data extends object>(
  queue: Queue<Data>,
  job: Data,
  transaction?: Sql,
  { isLowPriority = false, afterS = 0 } = {},
): Promise<void> {
  const boss = await openJobs()
  await openQueue(boss, queue)
  await boss.send(queue.name, job, {
    ...lifeOf(queue),
    ...(isLowPriority && { priority: -1 }),
    ...(afterS && { startAfter: afterS }),
    ...(transaction && { db: { executeSql: transaction as never } }),
  })
  const worker = state.workers.get(queue.name)
  // If its transaction is still open by then, the job is found within two seconds.
  if (worker && !afterS) setTimeout(() => boss.notifyWorker(worker), WAKE_MS).unref()
}

/**
 * Adds the jobs of a backup to their queues again, in a transaction and with their old ids, so that an e-mail that has
 * been sent since then has the same Message-ID. Skips jobs whose queue no longer exists or whose data does not match
 * its schema; returns the number of skipped jobs.
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

/** Runs all jobs until the portal stops. Retries until the database can be reached. */
export function startJobs(jobs: readonly Job[]): void {
  state.isWorking = true
  workOn(jobs).catch((error: unknown) => {
    log().error({ err: error }, 'The queues of jobs did not start')
    setTimeout(() => startJobs(jobs), AGAIN_MS).unref()
  })
}

/**
 * Runs the given jobs, one at a time per queue. A completed job does not run again, even if the database goes down
 * before its completion is recorded.
 */
export async function workOn(jobs: readonly Job[]): Promise<void> {
  const boss = await openJobs()
  // Opens all queues first, because a job may add jobs to other queues in a transaction.
  for (const job of jobs) await openQueue(boss, job.queue)
  for (const job of jobs) await workOnQueue(boss, job)
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
      // A database outage is already logged (readiness.server.ts).
      else if (!isDatabaseDown(error) && (!attempt.hasFailed || attempt.isLast))
        log().warn({ err: error, queue: name }, 'A job failed')
      throw error
    }
    state.done.add(id)
    await noteDone(boss, name, id)
    state.done.delete(id)
    // Start the next job without waiting for the next poll.
    boss.notifyWorker(worker)
  })
  state.workers.set(name, worker)
}

/** Makes the schedules in the database match the jobs, and removes those of jobs that no longer exist. */
async function keepSchedule(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = jobs.filter(({ queue }) => queue.schedule)
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.some(({ queue }) => queue.name === name)) await boss.unschedule(name)
  }
  for (const { queue } of scheduled) {
    await boss.schedule(queue.name, queue.schedule as string, {}, { tz: 'UTC', missed: 'once', ...lifeOf(queue) })
  }
}

function tryOf({ id, createdOn, retryCount, retryLimit, output, signal }: JobWithMetadata): JobAttempt {
  return {
    id,
    createdAt: createdOn,
    isFirst: retryCount === 0,
    // pg-boss stores a thrown error unchanged; for any other end of an attempt, it stores a reason in `value`.
    hasFailed: output !== null && !('value' in output),
    isLast: retryCount >= retryLimit,
    signal,
  }
}

/**
 * Records that a job is completed. Otherwise pg-boss would count it as failed if the connection is lost at that moment.
 * Also completes a job that has returned to the queue because its worker could not send a heartbeat.
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
