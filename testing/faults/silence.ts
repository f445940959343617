import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { runCommand } from '../portal/portal-process.ts'
import { buildRoad } from '../fixtures/road.ts'
import { createVisitor } from './healing.ts'
import { expectOneLine } from './one-line.ts'
import { ANSWER_MS, expectOutage, HEAL_MS } from './outage.ts'
import { newDataDir, onLeaving, openPortal, openServer } from './portals.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'
import { watchPace } from '../portal/pace.ts'
import { addFault, expectWithin, HANG_MS, type Run } from './results.ts'

const START_MS = 20_000

/** A network that drops packets between the portal and its database: nothing is closed, nothing arrives. */
export async function silence({ check }: Run): Promise<void> {
  const target = `503 within ${ANSWER_MS / 1000} s, cached pages stay; well within ${HEAL_MS / 1000} s`
  await check('the network swallows packets', target, async (tally) => {
    const road = await buildRoad((await openServer()).url)
    onLeaving(road.cut)
    const portal = await openPortal({ settings: { DATABASE_URL: road.connection.connectionString } })
    const visitor = await createVisitor(portal)
    for (const ms of [3000, 10_000, 60_000]) {
      // Connections opened before stay silent forever.
      const end = () => (road.forget(), road.repair())
      await expectOutage(tally, portal, visitor, { begin: road.hang, end, lasts: ms })
    }
    await portal.stop()
  })

  await check('a start at an address that says nothing', `one line within ${START_MS / 1000} s`, async (tally) => {
    const url = await listenInSilence()
    tally.rounds++
    const settings = { ...TEST_SETTINGS, DATABASE_URL: url, DATA_DIR: newDataDir() }
    const pace = watchPace()
    const run = await runCommand([process.execPath, 'server.mjs'], settings, START_MS + HANG_MS)
    tally.ms.push(run.ms)
    if (run.signal) return addFault(tally, 'it waits without an end', run.lines)
    expectWithin(tally, pace, 'it ends', run.ms, START_MS)
    expectOneLine(tally, 'the start', run)
  })
}

/** The address of a database that accepts connections and never responds. */
async function listenInSilence(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onLeaving(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `postgres://playhall:secret@127.0.0.1:${(server.address() as AddressInfo).port}/playhall`
}
