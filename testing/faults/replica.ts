import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { type PortalProcess, runCommand } from '../portal/portal-process.ts'
import { startReplicatedServer } from '../fixtures/replica.ts'
import { buildRoad } from '../fixtures/road.ts'
import { random } from '../fixtures/seeded-random.ts'
import { freshPage } from './healing.ts'
import { onLeaving, openPortal } from './portals.ts'
import { query } from '../portal/portal-database.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'
import { findProcesses, signal, waitFor } from '../portal/processes.ts'
import { ask } from './requests.ts'
import { watchPace } from '../portal/pace.ts'
import { addFault, expectWithin, HANG_MS, type Run, type Tally } from './results.ts'

const PAGE_MS = 2000
const BACK_MS = 10_000
const SEEN_MS = 1500
const draw = random('imported titles')

/** A replica that is gone, silent, closed to us or late: nobody waits for it, and it is read again when it is well. */
export async function replica({ check }: Run): Promise<void> {
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
  for (const [name, begin, end] of faults) {
    await check(name, target, async (tally) => {
      for (; tally.rounds < 3; tally.rounds++) {
        await begin()
        await expectPages(tally, portal)
        await end()
        await expectRead(portal, url, tally)
      }
    })
  }

  await check('an import while the replica is far behind', `seen within ${SEEN_MS / 1000} s`, async (tally) => {
    for (; tally.rounds < 3; tally.rounds++) {
      await ask(portal.url, '/games')
      await pause()
      await expectImport(tally, portal)
      await resume()
    }
  })

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
  const pace = watchPace()
  for (let times = 0; times < 15; times++) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(url, freshPage())))
    for (const answer of answers) {
      if (answer.status !== 200) addFault(tally, `a page said ${answer.status}`, [answer])
      else expectWithin(tally, pace, 'a page is answered', answer.ms, PAGE_MS)
      tally.ms.push(answer.ms)
    }
    await sleep(200)
  }
}

/** Waits until pages are read from the replica. */
async function expectRead({ url }: PortalProcess, replicaUrl: string, tally: Tally | null): Promise<void> {
  const onReplica = { connectionString: replicaUrl }
  const isRead = async () => {
    const [now] = await query<{ at: string }>(onReplica, 'select clock_timestamp()::text as at').catch(() => [])
    await Promise.all(Array.from({ length: 4 }, () => ask(url, freshPage())))
    const rows = await query<{ reads: number }>(onReplica, READS, [now?.at ?? 'infinity']).catch(() => [])
    return (rows[0]?.reads ?? 0) > 0
  }
  const pace = watchPace()
  const ms = await waitFor(isRead, HANG_MS)
  if (!tally) return
  if (ms === null) addFault(tally, 'the replica is not read again')
  else expectWithin(tally, pace, 'the replica is read again', ms, BACK_MS)
}

/** Searches, as pages ask them, since a moment. */
const READS = `
  select count(*)::int as reads from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()
    and query like '%search_title%' and query_start > $1::timestamptz`

async function expectImport(tally: Tally, { url, dataDir, environment }: PortalProcess): Promise<void> {
  const title = `Lantern ${draw().toString(36).slice(2, 8)}`
  const feed = path.join(dataDir, 'feed.json')
  const [entry] = inventedFeed(1)
  writeFileSync(feed, JSON.stringify([{ ...entry, id: title, title }]))
  const command = [process.execPath, 'cli/portal.ts', 'import', 'gamemonetize', feed]
  const settings = { ...TEST_SETTINGS, DATA_DIR: dataDir, DATABASE_URL: environment.DATABASE_URL ?? '' }
  const done = await runCommand(command, settings)
  if (done.code !== 0) tally.faults.push(`the import ended with ${done.code}: ${done.lines.join(' ')}`)
  const pace = watchPace()
  const ms = await waitFor(async () => (await ask(url, '/games')).text.includes(title), HANG_MS)
  if (ms === null) return addFault(tally, 'what was imported is not seen')
  tally.ms.push(ms)
  expectWithin(tally, pace, 'what was imported is seen', ms, SEEN_MS)
}
