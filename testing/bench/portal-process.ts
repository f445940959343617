import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MALLOC, NODE_FLAGS } from '../../cli/node-flags.mjs'
import { databaseProcesses, memoryMb } from './processes.ts'

const HOME = path.join(import.meta.dirname, '../..')
const NODE_ENV = 'production'
/** The bench signs players in by itself, so it knows the secret. */
export const AUTH_SECRET = 'the secret of the portals under test'
const PATIENCE_MS = 60_000

export type Portal = {
  port: number
  pid: number
  dataDir: string
  /** From the start of the process to the first home page. */
  startMs: number
  /** Of the portal and its database together. */
  memoryMb: () => number
  stop: () => Promise<void>
}

/** Starts the built portal on a folder and a free port of its own, and waits for its home page. */
export async function startPortal(dataDir: string, flags = NODE_FLAGS): Promise<Portal> {
  const port = await findFreePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...flags, 'server.mjs'], {
    cwd: HOME,
    env: {
      ...MALLOC,
      PATH: process.env.PATH,
      NODE_ENV,
      ENV_FILE: 'none',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
      AUTH_SECRET,
    },
    // Every request is logged, as it is in earnest; nobody reads it.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`The portal ended with ${child.exitCode}`)
      if (performance.now() - started > PATIENCE_MS) throw new Error('The portal does not answer')
      await sleep(5)
    }
  } catch (error) {
    await stop()
    throw error
  }
  const startMs = performance.now() - started
  const pid = child.pid as number
  return { port, pid, dataDir, startMs, memoryMb: () => memoryMb([pid, ...databaseProcesses(dataDir)]), stop }
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`)).ok
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
