import type { PgBoss } from 'pg-boss'
import { backgroundDatabase } from '../../db/connection.server.ts'
import { isDatabaseDown } from '../../db/database-outage.server.ts'
import { remember } from '../../lib/remember.ts'
import { onShutdown } from '../http/shutdown.server.ts'
import { log } from '../process/log.server.ts'
import { repairQueues, STEADY_CLOCK } from './jobs-clock.server.ts'

const SCHEMA = 'jobs'

const STOP_MS = 4000
const LOOK_S = 10

/** The single pg-boss of this process and its workers, by queue. */
export const state = remember('jobs', () => ({
  boss: null as Promise<PgBoss> | null,
  isStarted: false,
  /** Whether this process runs jobs and adds scheduled ones. */
  isWorking: false,
  queues: new Map<string, Promise<void>>(),
  workers: new Map<string, string>(),
  done: new Set<string>(),
}))

/** Creates the tables of the queues if they are missing; once per process. */
export function openJobs(): Promise<PgBoss> {
  return (state.boss ??= start().catch((error: unknown) => {
    state.boss = null
    throw error
  }))
}

async function start(): Promise<PgBoss> {
  // Loaded on first use, after the portal listens.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    schema: SCHEMA,
    schedule: state.isWorking,
    clock: STEADY_CLOCK,
    clockMonitorIntervalSeconds: 60,
    // Often, because pg-boss starts no job of a singleton queue while its latest check shows an active job, or one
    // whose process has died.
    superviseIntervalSeconds: LOOK_S,
    monitorIntervalSeconds: LOOK_S,
    queueCacheIntervalSeconds: LOOK_S,
    db: { executeSql: runPatiently },
  })
  boss.on('error', (thrown: object) => {
    const error = thrown instanceof Error ? thrown : Object.assign(new Error(), thrown)
    // pg-boss polls every two seconds, and readiness.server.ts has already logged the outage.
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

/**
 * Creates a queue if it is missing, once per process. Afterwards, adding a job in a transaction needs only the
 * transaction's connection.
 */
export function openQueue(boss: PgBoss, queue: { name: string; isSingleton?: true }): Promise<void> {
  const { name } = queue
  const opened = state.queues.get(name)
  if (opened) return opened
  const opening = createQueue(boss, queue).catch((error: unknown) => {
    state.queues.delete(name)
    throw error
  })
  state.queues.set(name, opening)
  return opening
}

async function createQueue(boss: PgBoss, { name, isSingleton }: { name: string; isSingleton?: true }): Promise<void> {
  await boss.createQueue(name, isSingleton && { policy: 'singleton' })
  // pg-boss loads the queue into its cache on first use. This loads it now, outside any transaction.
  await boss.findJobs(name, { id: NO_JOB })
}

const NO_JOB = '00000000-0000-0000-0000-000000000000'

const REPAIR_MS = 3_600_000
const START_MS = 60_000
const WORK_MS = 5000

/**
 * Runs a statement without the short time limit of pages, since creating the tables takes longer. A query without a
 * response in time fails, and its connection is closed.
 */
export async function runPatiently(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const asked = { text, values, query_timeout: state.isStarted ? WORK_MS : START_MS }
  return backgroundDatabase().$client.query(asked)
}
