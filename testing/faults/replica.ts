import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { type PortalProcess, runCommand } from '../portal/portal-process.ts'
import { startReplicatedServer } from '../fixtures/replica.ts'
import { buildRoad } from '../fixtures/road.ts'
import { freshPage } from './healing.ts'
import { onLeaving, openPortal, PORTAL, query } from './portals.ts'
import { findProcesses, signal, waitFor } from '../portal/processes.ts'
import { ask } from './requests.ts'
import type { Run, Tally } from './results.ts'

const PAGE_MS = 2000
const BACK_MS = 10_000
const SEEN_MS = 1500

/** A replica that is gone, silent, closed to us or late: nobody waits for it, and it is read again when it is well. */
export async function replica({ short, check }: Run): Promise<void> {
  const starting = startReplicatedServer()
  onLeaving(() => starting.then(({ stop }) => stop()))
  const { primary, replica: url } = await starting
  const road = await buildRoad(url)
  onLeaving(road.cut)
  const settings = { DATABASE_URL: primary, DATABASE_REPLICA_URL: road.connection.connectionString }
  const [asReplica, home] = [{ connectionString: url }, await homeOf(url)]
  const freeze = () => findProcesses(home).forEach(({ pid }) => signal(pid, 'SIGSTOP'))
  const thaw = () => findProcesses(home).forEach(({ pid }) => signal(pid, 'SIGCONT'))
  onLeaving(thaw)
  const pause = () => query(asReplica, 'select pg_wal_replay_pause()')
  const resume = () => query(asReplica, 'select pg_wal_replay_resume()')
  const portal = await openPortal({ settings })
  const target = `pages within ${PAGE_MS / 1000} s; read again within ${BACK_MS / 1000} s`
  const faults: [string, () => unknown, () => unknown][] = [
    ['the replica hangs', freeze, thaw],
    ['the replica is far behind', pause, resume],
    ['the replica is gone', road.cut, road.mend],
  ]
  await expectRead(portal, url, null)
  for (const [name, begin, end] of short ? faults.slice(0, 1) : faults) {
    await check(name, target, async (tally) => {
      for (; tally.rounds < (short ? 1 : 3); tally.rounds++) {
        await begin()
        await expectPages(tally, portal)
        await end()
        await expectRead(portal, url, tally)
      }
    })
  }

  await check('an import while the replica is far behind', `seen within ${SEEN_MS / 1000} s`, async (tally) => {
    for (; tally.rounds < (short ? 1 : 3); tally.rounds++) {
      await ask(portal.url, '/games')
      await pause()
      await expectImport(tally, portal)
      await resume()
    }
  })

  if (short) return
  await check('the replica refuses our password', `pages within ${PAGE_MS / 1000} s`, async (tally) => {
    tally.rounds++
    const DATABASE_REPLICA_URL = Object.assign(new URL(url), { password: 'wrong' }).href
    const other = await openPortal({ settings: { ...settings, DATABASE_REPLICA_URL } })
    await expectPages(tally, other)
    await other.stop()
  })
  await portal.stop()
}

/** The folder in which a server's cluster is. */
async function homeOf(url: string): Promise<string> {
  const [row] = await query<{ data_directory: string }>({ connectionString: url }, 'show data_directory')
  return path.dirname(row!.data_directory)
}

/** Pages that no cache has, for some seconds: each is there, and soon. */
async function expectPages(tally: Tally, { url }: PortalProcess): Promise<void> {
  for (let times = 0; times < 15; times++) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(url, freshPage())))
    for (const { status, ms } of answers) {
      if (status !== 200) tally.faults.push(`a page said ${status}`)
      else if (ms > PAGE_MS) tally.faults.push(`a page took more than ${PAGE_MS / 1000} s`)
      tally.ms.push(ms)
    }
    await sleep(200)
  }
}

/** Waits until pages are read from the replica. */
async function expectRead({ url }: PortalProcess, replicaUrl: string, tally: Tally | null): Promise<void> {
  const isRead = async () => {
    await Promise.all(Array.from({ length: 4 }, () => ask(url, freshPage())))
    const rows = await query<{ reads: number }>({ connectionString: replicaUrl }, READS).catch(() => [])
    return (rows[0]?.reads ?? 0) > 0
  }
  if ((await waitFor(isRead, BACK_MS)) === null) tally?.faults.push('the replica is not read again')
}

/** Searches, as pages ask them, within the last second. */
const READS = `
  select count(*)::int as reads from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()
    and query like '%search_title%' and query_start > now() - interval '1 second'`

async function expectImport(tally: Tally, { url, dataDir, environment }: PortalProcess): Promise<void> {
  const title = `Lantern ${Math.random().toString(36).slice(2, 8)}`
  const feed = path.join(dataDir, 'feed.json')
  const [entry] = inventedFeed(1)
  writeFileSync(feed, JSON.stringify([{ ...entry, id: title, title }]))
  const command = [process.execPath, 'cli/portal.ts', 'import', 'gamemonetize', feed]
  const settings = { ...PORTAL, DATA_DIR: dataDir, DATABASE_URL: environment.DATABASE_URL ?? '' }
  const done = await runCommand(command, settings)
  if (done.code !== 0) tally.faults.push(`the import ended with ${done.code}: ${done.lines.join(' ')}`)
  const ms = await waitFor(async () => (await ask(url, '/games')).text.includes(title), SEEN_MS)
  if (ms === null) tally.faults.push('what was imported is not seen')
  else tally.ms.push(ms)
}
