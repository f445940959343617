import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { backgroundDatabase, closeDatabase, database, openDatabase } from '../../app/db/connection.server.ts'
import { startEmbedded } from '../../app/db/embedded.server.ts'
import { feedRuns, feeds } from '../../app/db/schema/feeds.server.ts'
import { startRun } from '../../app/games/feeds/runs/start-run.server.ts'
import { findProvider } from '../../app/games/import/providers.server.ts'
import { readFeedGames } from '../../app/games/import/read-games.server.ts'
import { runClosers } from '../../app/server/http/shutdown.server.ts'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { openPortal } from './portals.ts'
import { median, percentile, sendLoad, type Spread, spreadOf } from './send-load.ts'

const ENTRIES = 40_000
const ROUNDS = 5
const CONNECTIONS = 16
/** As in measure-cached.ts. */
const SLICE_S = 0.5
const WATCH_MS = 25

/** `parse`: the time for reading and checking the same file without a database. Times in ms. */
export type Planned = { parse: number; plan: number; addedMb: number; idleP99: number; busyP99: number; ratio: Spread }

/**
 * Measures the plan of a feed with 40,000 new entries, made as a job of the portal: its time without other load, its
 * additional memory, and the latency of a cached page meanwhile, alternating with an idle portal.
 */
export async function measurePlan(dataDir: string): Promise<Planned> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-plan-'))
  const file = path.join(folder, 'feed.json')
  // Real descriptions have about 600 characters.
  const entries = inventedFeed(ENTRIES).map((entry) => ({ ...entry, description: entry.description.repeat(8) }))
  writeFileSync(file, JSON.stringify(entries))
  const server = createServer((_, response) => void createReadStream(file).pipe(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`
  const portal = await openPortal(dataDir, { LOCAL_FEEDS: 'on' })
  const { connection, release } = await startEmbedded({ dataDir, role: 'command' })
  openDatabase({ primary: connection, onError: () => {} })
  const page = { port: portal.port, path: '/', address: '10.0.0.1', encoding: 'browser' as const }
  const load = () => sendLoad({ connections: CONNECTIONS, seconds: SLICE_S, requests: [page] })
  try {
    const feedId = await createFeed(address)
    await plan(feedId)
    await sleep(1000)
    const quiet: { parse: number; plan: number; addedMb: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = portal.memoryMb()
      let most = before
      const ms = await plan(feedId, () => void (most = Math.max(most, portal.memoryMb())))
      quiet.push({ parse: await parse(file), plan: ms, addedMb: most - before })
    }
    const turns: { idle: number; busy: number }[] = []
    await load()
    for (let round = 0; round < ROUNDS; round++) {
      const idle = percentile((await load()).ms.concat((await load()).ms), 0.99)
      const latencies: number[] = []
      let isPlanned = false
      const planning = plan(feedId).finally(() => (isPlanned = true))
      await untilReading(feedId)
      while (!isPlanned) {
        const { ms } = await load()
        if (!isPlanned) latencies.push(...ms)
      }
      await planning
      turns.push({ idle, busy: percentile(latencies, 0.99) })
    }
    return {
      parse: median(quiet.map((one) => one.parse)),
      plan: median(quiet.map((one) => one.plan)),
      addedMb: median(quiet.map((one) => one.addedMb)),
      idleP99: median(turns.map(({ idle }) => idle)),
      busyP99: median(turns.map(({ busy }) => busy)),
      ratio: spreadOf(turns.map(({ idle, busy }) => busy / idle)),
    }
  } finally {
    await backgroundDatabase().execute(sql`delete from feeds where address = ${address}`)
    await runClosers(() => {})
    await closeDatabase()
    await release()
    await portal.stop()
    server.close()
    rmSync(folder, { recursive: true })
  }
}

async function createFeed(address: string): Promise<number> {
  const values = { name: `Bench ${address}`, provider: 'gamemonetize', address, usesDefaultRules: true }
  return (await database().insert(feeds).values(values).returning({ id: feeds.id }))[0]!.id
}

/** Makes a plan, and returns the time in ms from its first statement. Calls `watch` meanwhile. */
async function plan(feedId: number, watch?: () => void): Promise<number> {
  const started = await startRun({ feedId, startedBy: 'command' })
  if (!('runId' in started)) throw new Error(`The run did not start: ${started.outcome}`)
  let begun: Date | null = null
  for (;;) {
    const [run] = await database().select().from(feedRuns).where(eq(feedRuns.id, started.runId))
    watch?.()
    if (run!.activeAt > run!.createdAt) begun ??= run!.activeAt
    if (run!.state === 'planned') return run!.plannedAt!.getTime() - begun!.getTime()
    if (run!.state !== 'reading') throw new Error(`The run is ${run!.state}: ${run!.error}`)
    await sleep(WATCH_MS)
  }
}

async function untilReading(feedId: number): Promise<void> {
  for (;;) {
    const [run] = await database()
      .select({ entries: feedRuns.entries })
      .from(feedRuns)
      .where(eq(feedRuns.feedId, feedId))
      .orderBy(sql`id desc`)
      .limit(1)
    if (run && run.entries > 0) return
    await sleep(WATCH_MS)
  }
}

async function parse(source: string): Promise<number> {
  const began = performance.now()
  let games = 0
  for await (const batch of readFeedGames({ provider: findProvider('gamemonetize')!, source }))
    games += batch.games.length
  if (games !== ENTRIES) throw new Error(`${games} games were read`)
  return performance.now() - began
}
