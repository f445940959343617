import { setTimeout as sleep } from 'node:timers/promises'
import { findServer } from '../../app/db/embedded-cluster.server.ts'
import { createVisitor, expectRecovery } from './recovery.ts'
import { openPortal } from './portals.ts'
import { databaseOf } from '../portal/portal-database.ts'
import { clusterOf, postmasterOf, signal, waitFor } from '../portal/processes.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, HANG_MS, type Run } from './results.ts'
import { countLost, startWriting } from './writing.ts'

const LIMIT_MS = 15_000
const WAYS = [
  ['a smart stop', 'SIGTERM'],
  ['a fast stop', 'SIGINT'],
  ['an immediate stop', 'SIGQUIT'],
  ['kill -9', 'SIGKILL'],
] as const

/** Another process stops the embedded database, and the portal restarts it. */
export async function stops({ check }: Run): Promise<void> {
  for (const [name, way] of WAYS) {
    const target = `no writes lost; the portal keeps running and recovers within ${LIMIT_MS / 1000} s`
    await check(`${name} of the database by another process`, target, async (tally) => {
      let portal = await openPortal()
      for (; tally.rounds < 3; tally.rounds++) {
        const visitor = await createVisitor(portal)
        const writing = await startWriting([portal], { count: 10 })
        await sleep(300)
        const [before, machineSpeed] = [postmasterOf(clusterOf(portal)), watchMachineSpeed()]
        signal(before, way)
        // A smart stop refuses new connections and serves existing ones, so only a restarted server counts as healthy.
        const isNew = () => {
          const now = findServer(clusterOf(portal))?.pid
          return now !== undefined && now !== before
        }
        const returned = await waitFor(() => isNew() || portal.end() !== null, HANG_MS)
        if (returned === null) addFault(tally, `it is still stopping after ${HANG_MS / 1000} s`)
        else {
          expectWithin(tally, machineSpeed, 'its database runs again', returned, LIMIT_MS)
          await expectRecovery(tally, portal, visitor, Math.max(LIMIT_MS - returned, 0))
        }
        await writing.stop()
        if (portal.end()) portal = await openPortal({ dataDir: portal.dataDir })
        if (returned === null) signal(before, 'SIGINT')
        if (returned === null)
          await expectRecovery({ ...tally, ms: [], faults: [], details: [] }, portal, visitor, LIMIT_MS)
        await countLost(tally, databaseOf(portal), writing)
      }
      await portal.stop()
    })
  }
}
