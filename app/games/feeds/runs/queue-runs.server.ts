import { z } from 'zod'
import type { Transaction } from '../../../db/connection.server.ts'
import { addJob, type Queue, sqlOf } from '../../../server/jobs/jobs.server.ts'

const planSchema = z.object({ runId: z.int() })
export type PlanJob = z.infer<typeof planSchema>

const changeSchema = z.object({ runId: z.int(), isUndo: z.boolean() })
export type ChangeJob = z.infer<typeof changeSchema>

const RETRIES = { limit: 10, firstAfterS: 1, atMostS: 60 }

/** Reading may wait for a slow site, so changes by other runs have their own queue. */
export const PLANS: Queue<PlanJob> = {
  name: 'feed-plans',
  data: planSchema,
  retries: RETRIES,
  expiresAfterS: 2 * 3600,
  isSingleton: true,
}

export const CHANGES: Queue<ChangeJob> = {
  name: 'feed-changes',
  data: changeSchema,
  retries: RETRIES,
  expiresAfterS: 6 * 3600,
  isSingleton: true,
}

/** Queues the job that makes the plan of a run. It starts once the transaction has committed. */
export function queuePlan(tx: Transaction, runId: number): Promise<void> {
  return addJob(PLANS, { runId }, sqlOf(tx))
}

/** Queues the job that applies or undoes a run. It starts once the transaction has committed. */
export function queueChanges(tx: Transaction, job: ChangeJob): Promise<void> {
  return addJob(CHANGES, job, sqlOf(tx))
}
