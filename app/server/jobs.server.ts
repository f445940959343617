import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { backgroundDatabase, type Transaction } from '../db/connection.server.ts'
import { remember } from '../lib/remember.ts'
import { isDatabaseDown } from '../db/database-outage.server.ts'
import { onShutdown } from './http-shutdown.server.ts'
import { log } from './log.server.ts'
import type { Mail, MailToWrite } from './mail.server.ts'

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

/** Each queue and what it holds. */
export type Jobs = { mail: Mail | MailToWrite }

/** What is known of a job beside what it holds. */
export type JobTry = {
  id: string
  createdAt: Date
  isFirst: boolean
  /** An earlier try threw; one whose process died did not. */
  hasFailed: boolean
  /** None follows it. */
  isLast: boolean
}

const QUEUES: (keyof Jobs)[] = ['mail']
const SCHEMA = 'jobs'

/** From 15 seconds to an hour between tries, for about three days. */
const RETRY = { retryLimit: 80, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600 }
/** A worker that says nothing for half a minute is dead; one that lives may take its time. What is done is kept an hour. */
const LIFE = { heartbeatSeconds: 30, expireInSeconds: 600, deleteAfterSeconds: 3600 }

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
  workers: new Map<string, string>(),
  done: new Set<string>(),
}))

/**
 * Puts a job into the queue in the database. It is done once and again until it succeeds, by whichever node comes to it,
 * also after a crash. Within a transaction it is there when and only when that commits.
 */
export async function addJob<Name extends keyof Jobs>(name: Name, job: Jobs[Name], transaction?: Sql): Promise<void> {
  const boss = await openJobs()
  await boss.send(name, job, { ...RETRY, ...LIFE, ...(transaction && { db: { executeSql: transaction as never } }) })
  const worker = state.workers.get(name)
  // What is in its transaction even then is found within two seconds.
  if (worker) setTimeout(() => boss.notifyWorker(worker), WAKE_MS).unref()
}

/**
 * Puts jobs of a backup into their queues again, within a transaction, under the ids that they had: a mail that went out
 * since then comes with the same Message-ID. Those of queues that are no more are left out.
 */
export async function addJobsAgain(jobs: { id: string; name: string; data: object }[], within: Sql): Promise<void> {
  const boss = await openJobs()
  const db = { executeSql: within as never }
  for (const { id, name, data } of jobs) {
    if ((QUEUES as string[]).includes(name)) await boss.send(name, data, { ...RETRY, ...LIFE, id, db })
  }
}

/**
 * Does the jobs of a queue, one after another; one that throws is tried again later. One that is done is done once, also
 * where the database goes away before that is noted.
 */
export async function workOn<Name extends keyof Jobs>(
  name: Name,
  work: (job: Jobs[Name], attempt: JobTry) => Promise<void>,
): Promise<void> {
  const boss = await openJobs()
  const options = { pollingIntervalSeconds: 2, includeMetadata: true } as const
  const worker = await boss.work(name, options, async ([job]: JobWithMetadata<Jobs[Name]>[]) => {
    if (!job) return
    const { id, data } = job
    if (!state.done.has(id)) await work(data, tryOf(job))
    state.done.add(id)
    await noteDone(boss, name, id)
    state.done.delete(id)
    // The next one at once.
    boss.notifyWorker(worker)
  })
  state.workers.set(name, worker)
}

function tryOf({ id, createdOn, retryCount, retryLimit, output }: JobWithMetadata): JobTry {
  return {
    id,
    createdAt: createdOn,
    isFirst: retryCount === 0,
    // What was thrown is kept as it is; what pg-boss says of a try that ended otherwise is its `value`.
    hasFailed: output !== null && !('value' in output),
    isLast: retryCount >= retryLimit,
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
    schedule: false,
    db: { executeSql: runPatiently },
  })
  boss.on('error', (thrown: object) => {
    const error = thrown instanceof Error ? thrown : Object.assign(new Error(), thrown)
    // It asks every two seconds, and the log has its line already (readiness.server.ts).
    if (!isDatabaseDown(error)) log().warn({ err: error }, 'The queue had a fault')
  })
  await boss.start()
  for (const name of QUEUES) await boss.createQueue(name)
  state.isStarted = true
  onShutdown('jobs', async () => {
    await boss.stop({ graceful: true, timeout: STOP_MS })
    state.boss = null
    state.isStarted = false
    state.workers.clear()
  })
  return boss
}

const START_MS = 60_000
const WORK_MS = 5000

/** Making the tables takes longer than a page may wait. What has no answer in time fails, and its connection goes. */
async function runPatiently(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const asked = { text, values, query_timeout: state.isStarted ? WORK_MS : START_MS }
  return backgroundDatabase().$client.query(asked)
}
