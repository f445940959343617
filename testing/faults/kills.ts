import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { createVisitor, expectRecovery } from './recovery.ts'
import { openPortal } from './portals.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import { clusterOf, postmasterOf, signal } from '../portal/processes.ts'
import { random } from '../fixtures/seeded-random.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { expectWithin, type Run, type Tally } from './results.ts'
import { countLost, startWriting } from './writing.ts'

type Kind = {
  name: string
  rounds: number
  kill: (portal: PortalProcess) => Promise<unknown>
  /** Whether the portal must survive and recover by itself. */
  stays: boolean
}

const KINDS: Kind[] = [
  { name: 'the portal', rounds: 14, stays: false, kill: (portal) => portal.kill() },
  { name: 'the database', rounds: 29, stays: true, kill: killDatabase },
  { name: 'one database backend', rounds: 10, stays: true, kill: killBackend },
  { name: 'portal and database', rounds: 14, stays: false, kill: killBoth },
]
/** A start first recovers the database; recovery is bounded by the portal's own limits. */
const START_MS = 30_000
const HEAL_MS = 10_000
const ROUNDS_IN_SHORT = 2
const draw = random('times of kills')

/** `kill -9` during many writes: no acknowledged write is lost, and counts and balances equal their rows. */
export async function kills({ short, check }: Run): Promise<void> {
  let portal = await openPortal()
  for (const kind of short ? KINDS.slice(0, 1) : KINDS) {
    const target = kind.stays
      ? `no writes lost; the portal keeps running and recovers within ${HEAL_MS / 1000} s`
      : `no writes lost; open again within ${START_MS / 1000} s`
    await check(`kill -9 of ${kind.name}`, target, async (tally) => {
      for (let round = 0; round < (short ? ROUNDS_IN_SHORT : kind.rounds); round++)
        portal = await killOnce(tally, kind, portal)
    })
  }
}

/** Returns the portal that runs afterwards. */
async function killOnce(tally: Tally, kind: Kind, portal: PortalProcess): Promise<PortalProcess> {
  tally.rounds++
  const visitor = await createVisitor(portal)
  const writing = await startWriting([portal])
  await sleep(400 + draw() * 800)
  await kind.kill(portal)
  if (kind.stays) await expectRecovery(tally, portal, visitor, HEAL_MS)
  await writing.stop()
  let open = portal
  if (portal.end()) {
    const machineSpeed = watchMachineSpeed()
    open = await openPortal({ dataDir: portal.dataDir })
    if (!kind.stays) tally.ms.push(open.startMs)
    if (!kind.stays) expectWithin(tally, machineSpeed, 'open', open.startMs, START_MS)
  }
  await countLost(tally, databaseOf(open), writing)
  return open
}

async function killDatabase(portal: PortalProcess): Promise<void> {
  signal(postmasterOf(clusterOf(portal)), 'SIGKILL')
}

/** PostgreSQL then ends all other backends, too, and recovers. */
async function killBackend(portal: PortalProcess): Promise<void> {
  const backends = await query<{ pid: number }>(
    databaseOf(portal),
    `select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() order by backend_start`,
  )
  const backend = backends[Math.floor(draw() * backends.length)]
  if (backend) signal(backend.pid, 'SIGKILL')
}

async function killBoth(portal: PortalProcess): Promise<void> {
  const postmaster = postmasterOf(clusterOf(portal))
  const ended = portal.kill()
  signal(postmaster, 'SIGKILL')
  await ended
}
