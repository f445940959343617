import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { backgroundDatabase, database } from '../../../db/connection.server.ts'
import { prepared } from '../../../db/query.server.ts'
import { feedRuns, feeds } from '../../../db/schema/feeds.server.ts'
import { findProvider } from '../../import/providers.server.ts'
import { beginApplication } from './act-on-run.server.ts'
import { changeAll } from './change-all.server.ts'
import { planRun, type RunFeed } from './plan-run.server.ts'
import type { PlanReading } from './plan-run.server.ts'
import { createRun } from './start-run.server.ts'

/** Shared by tests of runs: feeds with invented entries, planned and applied without jobs. */

/** Returns a game id made from a short name. */
export const idOfGame = (name: string) => name.padEnd(32, 'z')

/** An entry of a GameMonetize feed. */
export function entry(name: string, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: `Game ${name}`, description: `About ${name}.`, instructions: 'W - up', category: 'Racing',
    tags: 'Car, Tower',
    url: `https://html5.gamemonetize.com/${idOfGame(name)}/`,
    thumb: `https://img.gamemonetize.com/${idOfGame(name)}/512x384.jpg`, width: '800', height: '600', ...over,
  } // prettier-ignore
}

export const entries = (count: number, prefix = 'g') =>
  Array.from({ length: count }, (_, at) => entry(`${prefix}${at}`))

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-runs-'))
export const forgetFiles = () => rmSync(folder, { recursive: true })

let files = 0

export function feedFile(content: unknown): string {
  const file = path.join(folder, `${++files}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

export async function createFeed(values: Partial<typeof feeds.$inferInsert> = {}): Promise<RunFeed> {
  const row = { name: `Feed ${++files}`, provider: 'gamemonetize', mode: 'publish' as const, ...values }
  return (await database().insert(feeds).values(row).returning())[0]!
}

type How = Partial<PlanReading> & { startedBy?: 'schedule' | 'command' }

/** Makes the plan of a new run; returns the run's id. */
export async function plan(feed: RunFeed, content: unknown, { startedBy = 'schedule', ...how }: How = {}) {
  const started = await backgroundDatabase().transaction((tx) => createRun(tx, { feedId: feed.id, startedBy }))
  if (!('runId' in started)) throw new Error(started.outcome)
  const [current] = await database().select().from(feeds).where(eq(feeds.id, feed.id))
  await planRun(started.runId, current!, {
    provider: findProvider(feed.provider)!,
    source: feedFile(content),
    maySuggestDelisting: feed.isSaved,
    ...how,
  })
  return started.runId
}

/** Applies the chosen entries of a plan. */
export async function apply(runId: number, confirmDelisting = false): Promise<void> {
  await backgroundDatabase().transaction((tx) => beginApplication(tx, runId, { confirmDelisting }))
  await changeAll(runId, 'apply')
}

/** Plans and applies a run; returns its id. */
export async function run(feed: RunFeed, content: unknown, how: How = {}): Promise<number> {
  const runId = await plan(feed, content, how)
  await apply(runId)
  return runId
}

export async function runOf(id: number): Promise<typeof feedRuns.$inferSelect> {
  return (await database().select().from(feedRuns).where(eq(feedRuns.id, id)))[0]!
}

type Row = { id: number; title: string; slug: string; status: string; reason: string; url: string | null; held: string }

/** Returns all games in order of creation, keyed by the short names of their ids. */
export async function gamesByName(): Promise<Map<string, Row>> {
  const rows = await prepared<Row & { key: string }>('test-games', GAMES)
  return new Map(rows.map(({ key, ...row }) => [key.replace(/z+$/, ''), row]))
}

const GAMES = `
  select id, title, slug, status, status_reason as reason, url, held_url as held, provider_game_id as key
  from games order by id`

export async function statuses(): Promise<Record<string, string>> {
  return Object.fromEntries([...(await gamesByName())].map(([name, { status }]) => [name, status]))
}
