import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { createVisitor, expectWell } from './healing.ts'
import { databaseOf, openPortal, query } from './portals.ts'
import { clusterOf, postmasterOf, signal } from '../portal/processes.ts'
import type { Run, Tally } from './results.ts'
import { countLost, startWriting } from './writing.ts'

type Kind = {
  name: string
  rounds: number
  kill: (portal: PortalProcess) => Promise<unknown>
  /** Whether the portal is to stay, and to heal by itself. */
  stays: boolean
}

const KINDS: Kind[] = [
  { name: 'the portal', rounds: 14, stays: false, kill: (portal) => portal.kill() },
  { name: 'the database', rounds: 29, stays: true, kill: killDatabase },
  { name: 'one connection of the database', rounds: 10, stays: true, kill: killBackend },
  { name: 'portal and database', rounds: 14, stays: false, kill: killBoth },
]
/** A start recovers what the database had not yet written to its place; healing is bounded by what the portal promises. */
const START_MS = 30_000
const HEAL_MS = 10_000

/** `kill -9` while many write: nothing that was acknowledged is lost, and counts and balances equal their rows. */
export async function kills({ short, check }: Run): Promise<void> {
  let portal = await openPortal()
  for (const kind of short ? KINDS.slice(0, 2) : KINDS) {
    const target = kind.stays
      ? `none lost; the portal stays, well within ${HEAL_MS / 1000} s`
      : `none lost; open again within ${START_MS / 1000} s`
    await check(`kill -9 of ${kind.name}`, target, async (tally) => {
      for (let round = 0; round < (short ? 1 : kind.rounds); round++) portal = await killOnce(tally, kind, portal)
    })
  }
}

/** Gives the portal that runs afterwards. */
async function killOnce(tally: Tally, kind: Kind, portal: PortalProcess): Promise<PortalProcess> {
  tally.rounds++
  const visitor = await createVisitor(portal)
  const writing = await startWriting([portal])
  await sleep(400 + Math.random() * 800)
  await kind.kill(portal)
  if (kind.stays) await expectWell(tally, portal, visitor, HEAL_MS)
  await writing.stop()
  let open = portal
  if (portal.end()) {
    open = await openPortal({ dataDir: portal.dataDir })
    if (!kind.stays) tally.ms.push(open.startMs)
    if (!kind.stays && open.startMs > START_MS) tally.faults.push(`open after ${(open.startMs / 1000).toFixed(1)} s`)
  }
  await countLost(tally, databaseOf(open), writing)
  return open
}

async function killDatabase(portal: PortalProcess): Promise<void> {
  signal(postmasterOf(clusterOf(portal)), 'SIGKILL')
}

/** PostgreSQL then ends all others, too, and recovers. */
async function killBackend(portal: PortalProcess): Promise<void> {
  const [backend] = await query<{ pid: number }>(
    databaseOf(portal),
    `select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
  )
  if (backend) signal(backend.pid, 'SIGKILL')
}

async function killBoth(portal: PortalProcess): Promise<void> {
  const postmaster = postmasterOf(clusterOf(portal))
  const ended = portal.kill()
  signal(postmaster, 'SIGKILL')
  await ended
}
