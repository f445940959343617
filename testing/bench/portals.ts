import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { databaseProcesses, memoryMb } from '../portal/measure-processes.ts'
import { startPortal } from '../portal/portal-process.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'

export type Portal = {
  port: number
  pid: number
  dataDir: string
  /** From the start of the process to the first home page. */
  startMs: number
  /** Of the portal and its database together. */
  memoryMb: () => number
  stop: () => Promise<unknown>
}

/**
 * Starts the built portal on a folder and a free port. It logs every request, as in production, and the log is
 * discarded.
 */
export async function openPortal(dataDir: string, settings: Record<string, string> = {}): Promise<Portal> {
  const port = await findFreePort()
  const { pid, startMs, stop } = await startPortal({
    dataDir,
    settings: {
      ...TEST_SETTINGS,
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'info',
      ...settings,
    },
    ignoresLog: true,
  })
  return { port, pid, dataDir, startMs, memoryMb: () => memoryMb([pid, ...databaseProcesses(dataDir)]), stop }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
