import { PGBOUNCER, startTestPooler } from '../fixtures/pooler.ts'
import { createVisitor } from './recovery.ts'
import { expectOutage, HEAL_MS } from './outage.ts'
import { onCleanUp, openPortal, openServer } from './portals.ts'
import type { Run } from './results.ts'

const LASTS_MS = 3000

/** PgBouncer in transaction mode goes down and comes back: pages report the outage at once and recover. */
export async function pooler({ check }: Run): Promise<void> {
  const target = `503 meanwhile; recovers within ${HEAL_MS / 1000} s`
  await check('the pooler is killed under two nodes', target, async (tally) => {
    if (!PGBOUNCER) {
      tally.skipped = 'pgbouncer is not installed'
      return
    }
    const server = await openServer()
    const between = await startTestPooler(server.url)
    onCleanUp(between.stop)
    const settings = { DATABASE_URL: between.url, DATABASE_DIRECT_URL: server.url }
    const nodes = [await openPortal({ settings }), await openPortal({ settings })]
    for (const node of nodes) {
      const visitor = await createVisitor(node)
      await expectOutage(tally, node, visitor, { begin: between.kill, end: between.start, lasts: LASTS_MS })
    }
    await Promise.all(nodes.map((node) => node.stop()))
  })
}
