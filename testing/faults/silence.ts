import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { runCommand } from '../portal/portal-process.ts'
import { startDatabaseProxy } from '../fixtures/database-proxy.ts'
import { createVisitor } from './recovery.ts'
import { expectOneLine } from './one-line.ts'
import { ANSWER_MS, expectOutage, HEAL_MS } from './outage.ts'
import { newDataDir, onCleanUp, openPortal, openServer } from './portals.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, HANG_MS, type Run } from './results.ts'

const START_MS = 20_000

/** A network that drops packets between the portal and its database: nothing is closed, nothing arrives. */
export async function silence({ check }: Run): Promise<void> {
  const target = `503 within ${ANSWER_MS / 1000} s, cached pages work; recovers within ${HEAL_MS / 1000} s`
  await check('the network drops all packets', target, async (tally) => {
    const databaseProxy = await startDatabaseProxy((await openServer()).url)
    onCleanUp(databaseProxy.cut)
    const portal = await openPortal({ settings: { DATABASE_URL: databaseProxy.connection.connectionString } })
    const visitor = await createVisitor(portal)
    for (const ms of [3000, 10_000, 60_000]) {
      // Connections opened before stay silent forever.
      const end = () => (databaseProxy.forget(), databaseProxy.repair())
      await expectOutage(tally, portal, visitor, { begin: databaseProxy.hang, end, lasts: ms })
    }
    await portal.stop()
  })

  await check('a start with a database that never responds', `one line within ${START_MS / 1000} s`, async (tally) => {
    const url = await listenSilently()
    tally.rounds++
    const settings = { ...TEST_SETTINGS, DATABASE_URL: url, DATA_DIR: newDataDir() }
    const machineSpeed = watchMachineSpeed()
    const run = await runCommand([process.execPath, 'server.mjs'], settings, START_MS + HANG_MS)
    tally.ms.push(run.ms)
    if (run.signal) return addFault(tally, 'it keeps waiting', run.lines)
    expectWithin(tally, machineSpeed, 'it ends', run.ms, START_MS)
    expectOneLine(tally, 'the start', run)
  })
}

/** The address of a database that accepts connections and never responds. */
async function listenSilently(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanUp(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `postgres://playhall:secret@127.0.0.1:${(server.address() as AddressInfo).port}/playhall`
}
