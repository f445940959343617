import { createVisitor } from './recovery.ts'
import { ANSWER_MS, expectOutage, HEAL_MS } from './outage.ts'
import { openPortal } from './portals.ts'
import { databaseOf } from '../portal/portal-database.ts'
import { findProcesses, signal } from '../portal/processes.ts'
import type { Run } from './results.ts'
import { countLost, startWriting } from './writing.ts'

/** All processes of the database are paused, as on a suspended machine, and continue later. */
export async function frozen({ check }: Run): Promise<void> {
  const target = `no writes lost; 503 within ${ANSWER_MS / 1000} s, cached pages work; recovers within ${HEAL_MS / 1000} s`
  await check('the database is suspended and resumed', target, async (tally) => {
    const portal = await openPortal()
    const visitor = await createVisitor(portal)
    const send = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const { pid, role } of findProcesses(portal.dataDir)) if (role === 'postgres') signal(pid, name)
    }
    for (const lasts of [3000, 10_000, 30_000]) {
      const writing = await startWriting([portal], { count: 5 })
      await expectOutage(tally, portal, visitor, {
        begin: () => send('SIGSTOP'),
        end: () => send('SIGCONT'),
        lasts,
      })
      await writing.stop()
      await countLost(tally, databaseOf(portal), writing)
    }
    await portal.stop()
  })
}
