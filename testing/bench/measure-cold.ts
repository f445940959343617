import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestOf } from './measure-rendered.ts'
import type { Portal } from './portals.ts'
import { databaseProcesses } from '../portal/measure-processes.ts'
import { median, percentile, sendLoad } from './send-load.ts'

/** Latencies of rendered pages in ms, while the database has none of them in memory, and then again. */
export type Cold = { pages: number; cold: Latency; warm: Latency }
type Latency = { p50: number; p99: number }

const TIMEOUT_MS = 60_000

/**
 * Loads each page once after stopping the database and dropping its files from the system's memory, then each once
 * more. The portal restarts its database itself; its own code stays compiled.
 */
export async function measureCold(portal: Portal, paths: string[]): Promise<Cold> {
  const [server] = databaseProcesses(portal.dataDir)
  process.kill(server!, 'SIGINT')
  await until(() => !isRunning(server!))
  dropFromMemory(path.join(portal.dataDir, 'postgres'))
  await until(async () => (await fetch(`http://127.0.0.1:${portal.port}/readyz`)).ok)
  return { pages: paths.length, cold: await ask(portal, paths), warm: await ask(portal, paths) }
}

async function ask(portal: Portal, paths: string[]): Promise<Latency> {
  const { ms } = await sendLoad({ connections: 1, requests: paths.map((page) => requestOf(portal, page)) })
  return { p50: median(ms), p99: percentile(ms, 0.99) }
}

/** Uses GNU dd, the simplest way to posix_fadvise; without it the system's memory stays warm. */
function dropFromMemory(folder: string): void {
  for (const file of globSync(path.join(folder, '{base,global}/**')))
    // The portal has restarted its database meanwhile, which deletes files.
    if (statSync(file, { throwIfNoEntry: false })?.isFile())
      spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!(await isMet())) {
    if (performance.now() > end) throw new Error('The database does not stop or restart')
    await sleep(50)
  }
}
