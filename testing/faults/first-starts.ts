import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDir, openPortal, openServer, removeDataDir } from './portals.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'
import { sendRequest } from './requests.ts'
import { type MachineSpeed, watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, type Run, type Tally } from './results.ts'
import { startPortal, type PortalProcess } from '../portal/portal-process.ts'

const NODES = 4
const LIMIT_MS = 30_000

/** An empty database that many nodes prepare at once, or one node that is killed meanwhile. */
export async function firstStarts({ check }: Run): Promise<void> {
  const target = `open and complete within ${LIMIT_MS / 1000} s`
  await check(`${NODES} nodes start at once on an empty database`, target, async (tally) => {
    const server = await openServer()
    for (; tally.rounds < 3; tally.rounds++) {
      const name = `fresh_${tally.rounds}`
      await query({ connectionString: server.url }, `create database ${name}`)
      const DATABASE_URL = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
      const settings = { DATABASE_URL }
      const machineSpeed = watchMachineSpeed()
      const opening = await Promise.allSettled(Array.from({ length: NODES }, () => openPortal({ settings })))
      for (const one of opening) {
        if (one.status === 'fulfilled') await expectComplete(tally, one.value, machineSpeed)
        else tally.faults.push(`one did not open: ${String(one.reason)}`)
      }
      const open = opening.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      tally.ms.push(...open.map(({ startMs }) => startMs))
      await Promise.all(open.map((portal) => portal.stop()))
    }
  })

  await check('repeated kill -9 during the first start, then a start', target, async (tally) => {
    const rounds = 12
    const dataDir = newDataDir()
    for (; tally.rounds < rounds; tally.rounds++) {
      // Later each time: while the cluster is created, during the migrations, in the catalogue.
      const moment = (tally.rounds + 1) * (2400 / rounds)
      await killStarting(dataDir, moment)
    }
    const machineSpeed = watchMachineSpeed()
    const portal = await openPortal({ dataDir })
    tally.ms.push(portal.startMs)
    await expectComplete(tally, portal, machineSpeed)
    await portal.stop()
    await removeDataDir(dataDir)
  })
}

async function expectComplete(tally: Tally, portal: PortalProcess, machineSpeed: MachineSpeed): Promise<void> {
  expectWithin(tally, machineSpeed, 'open', portal.startMs, LIMIT_MS)
  const page = await sendRequest(portal.url, '/')
  if (page.status !== 200) addFault(tally, `the home page returns ${page.status}`, [page])
  const [count] = await query<{ migrations: number; games: number; listed: number }>(
    databaseOf(portal),
    `select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
      (select count(*)::int from games) as games, (select games from game_counts where list = 'all') as listed`,
  )
  if (count?.migrations !== MIGRATIONS) addFault(tally, `${count?.migrations} migrations of ${MIGRATIONS}`)
  if (!count?.games || count.games !== count.listed) addFault(tally, `${count?.games} games, ${count?.listed} listed`)
}

/** Starts a portal and kills only its process after `moment` ms; its database may keep running. */
async function killStarting(dataDir: string, moment: number): Promise<void> {
  const abort = new AbortController()
  const opening = startPortal({ dataDir, settings: TEST_SETTINGS, signal: abort.signal })
  await Promise.race([sleep(moment), opening.catch(() => {})])
  abort.abort()
  const portal = await opening.catch(() => null)
  await portal?.kill()
}

const { entries } = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8')) as { entries: unknown[] }
const MIGRATIONS = entries.length
