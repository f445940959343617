import { setTimeout as sleep } from 'node:timers/promises'
import { findServer } from '../../app/db/embedded-cluster.server.ts'
import type { PortalProcess } from '../portal/portal-process.ts'
import { createVisitor, expectRecovery } from './recovery.ts'
import { openPortal, openServer } from './portals.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import { postmasterOf, signal, waitFor } from '../portal/processes.ts'
import { random } from '../fixtures/seeded-random.ts'
import { sendRequest } from './requests.ts'
import { addFault, HANG_MS, type Run, type Tally } from './results.ts'
import { upload } from './services.ts'
import { countLost, startWriting } from './writing.ts'

const LIMIT_MS = 10_000
const draw = random('moments of cuts')
const CUT = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`

/** Connections that end while in use: their requests get a 503, and nothing else fails. */
export async function connections({ check }: Run): Promise<void> {
  const target = `no writes lost; the portal keeps running and recovers within ${LIMIT_MS / 1000} s`
  await check('all connections are cut during many writes', target, async (tally) => {
    let [portal] = [await openPortal()]
    for (; tally.rounds < 29; tally.rounds++) {
      // If the portal has ended, so has its database.
      const cut = () => query(databaseOf(portal), CUT).catch(() => {})
      await cutConnections(tally, [portal], async () => {
        for (let times = 0; times < 5; times++) await cut().then(() => sleep(100))
      })
      if (portal.end()) portal = await openPortal({ dataDir: portal.dataDir })
    }
    await portal.stop()
  })

  await check('all connections are cut during picture uploads', 'every referenced picture is stored', async (tally) => {
    const portal = await openPortal()
    const visitors = await Promise.all(Array.from({ length: 6 }, () => createVisitor(portal)))
    const cut = () => query(databaseOf(portal), CUT).catch(() => {})
    for (; tally.rounds < 8; tally.rounds++) {
      const uploads = Promise.all(visitors.map((visitor) => upload(portal, visitor)))
      for (let times = 0; times < 5; times++) await sleep(draw() * 40).then(cut)
      const answers = await uploads
      tally.acknowledged += answers.filter(({ status }) => status === 200).length
    }
    await expectRecovery(tally, portal, visitors[0]!, LIMIT_MS)
    const files = await query<{ avatar: string }>(databaseOf(portal), 'select avatar from players where avatar is not null')
    for (const { avatar } of files) {
      const answer = await sendRequest(portal.url, `/files/${avatar}`)
      if (answer.status === 200) continue
      tally.lost++
      addFault(tally, `a referenced picture returns ${answer.status}`, [answer])
    }
    if (!files.length) addFault(tally, 'no picture was stored')
    await portal.stop()
  }) // prettier-ignore

  await check('an external database server is restarted under two nodes', target, async (tally) => {
    const server = await openServer()
    const open = () => openPortal({ settings: { DATABASE_URL: server.url } })
    let nodes = [await open(), await open()]
    for (; tally.rounds < 8; tally.rounds++) {
      await cutConnections(tally, nodes, async () => {
        signal(postmasterOf(server.folder), tally.rounds % 2 ? 'SIGKILL' : 'SIGINT')
        await waitFor(() => !findServer(server.folder), HANG_MS)
        await server.start()
      })
      nodes = await Promise.all(nodes.map(async (node) => (node.end() ? open() : node)))
    }
    await Promise.all(nodes.map((node) => node.stop()))
  })
}

/** Cuts connections during many writes and checks that every portal survives and recovers. */
async function cutConnections(tally: Tally, portals: PortalProcess[], fault: () => Promise<unknown>): Promise<void> {
  const database = databaseOf(portals[0]!)
  const visitor = await createVisitor(portals[0]!)
  const writing = await startWriting(portals)
  await sleep(300 + draw() * 300)
  await fault()
  for (const portal of portals) await expectRecovery(tally, portal, visitor, LIMIT_MS)
  await writing.stop()
  // If the only portal has ended, nothing restarts the database.
  if (portals.some((portal) => !portal.end())) await countLost(tally, database, writing)
}
