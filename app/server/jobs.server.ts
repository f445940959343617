import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { database, type Transaction } from '../db/connection.server.ts'
import { remember } from '../lib/remember.ts'
import { onShutdown } from './http-shutdown.server.ts'
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

/** Each queue and what it holds. */
export type Jobs = { mail: { to: string; subject: string; text: string; html: string } }

const QUEUES: (keyof Jobs)[] = ['mail']
const SCHEMA = 'jobs'

/** From 15 seconds to an hour between tries, for about three days. */
const RETRY = { retryLimit: 80, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600 }

const state = remember('jobs', () => ({ boss: null as Promise<PgBoss> | null, workers: new Map<string, string>() }))

/**
 * Puts a job into the queue in the database. It is done once and again until it succeeds, by whichever node comes to it,
 * also after a crash. Within a transaction it is there when and only when that commits.
 */
export async function addJob<Name extends keyof Jobs>(name: Name, job: Jobs[Name], transaction?: Sql): Promise<void> {
  const boss = await openJobs()
  await boss.send(name, job, transaction ? { db: { executeSql: transaction as never } } : {})
  const worker = state.workers.get(name)
  // Looks at once and not only within two seconds; what is still in a transaction it finds then.
  if (worker && !transaction) boss.notifyWorker(worker)
}

/**
 * Puts jobs of a backup into their queues again, within a transaction, under the ids that they had: a mail that went out
 * since then comes with the same Message-ID. Those of queues that are no more are left out.
 */
export async function addJobsAgain(jobs: { id: string; name: string; data: object }[], within: Sql): Promise<void> {
  const boss = await openJobs()
  const db = { executeSql: within as never }
  for (const { id, name, data } of jobs) {
    if ((QUEUES as string[]).includes(name)) await boss.send(name, data, { ...RETRY, id, db })
  }
}

/** Does the jobs of a queue, one after another; one that throws is tried again later. */
export async function workOn<Name extends keyof Jobs>(
  name: Name,
  work: (job: Jobs[Name], id: string) => Promise<void>,
): Promise<void> {
  const boss = await openJobs()
  const worker = await boss.work<Jobs[Name]>(name, { pollingIntervalSeconds: 2 }, async ([job]) => {
    if (job) await work(job.data, job.id)
  })
  state.workers.set(name, worker)
}

/** Makes the tables of the queues where they are missing; once a process. */
function openJobs(): Promise<PgBoss> {
  return (state.boss ??= start().catch((error: unknown) => {
    state.boss = null
    throw error
  }))
}

async function start(): Promise<PgBoss> {
  // Loaded only where there is a mail server.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    schema: SCHEMA,
    schedule: false,
    db: { executeSql: runPatiently },
  })
  boss.on('error', (error) => log().warn({ err: error }, 'The queue had a fault'))
  await boss.start()
  for (const name of QUEUES) await boss.createQueue(name, { ...RETRY, expireInSeconds: 60, deleteAfterSeconds: 86_400 })
  onShutdown('jobs', async () => {
    await boss.stop({ graceful: true, timeout: 3000 })
    state.boss = null
    state.workers.clear()
  })
  return boss
}

/** Making the tables takes longer than a page may wait. */
async function runPatiently(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const client = await database().$client.connect()
  try {
    await client.query(`set statement_timeout = '60s'`)
    const result = await client.query(text, values)
    await client.query('reset statement_timeout')
    client.release()
    return result
  } catch (error) {
    // It may be in any state: not to be used again.
    client.release(true)
    throw error
  }
}
