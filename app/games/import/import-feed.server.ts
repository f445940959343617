import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { logAct } from '../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { gameCounts } from '../../db/schema/game-listings.server.ts'
import type { FetchLimits } from '../../server/http/fetch-public.server.ts'
import { vacuumCatalogue } from '../catalogue/listings.server.ts'
import { cleanLine } from './clean-text.ts'
import { type FeedProvider, isRecord, textOf } from './feed-entry.ts'
import { FeedError } from './feed-error.server.ts'
import { findProvider, PROVIDERS } from './providers.server.ts'
import { readFeed } from './read-feed.server.ts'
import { readGame, readTitle } from './read-game.ts'
import { createStage, type StagedGame, stageGames, writeStaged } from './staging.server.ts'

const BATCH = 500
/** If none of the first entries belongs to the provider, the feed is another provider's. */
const FOREIGN_ENTRIES = 50

export type FeedImport = {
  /** A name in PROVIDERS. */
  provider: string
  /** A file, or an HTTP(S) URL. */
  source: string
  /** The maximum number of entries to read. The rest of the feed is ignored. */
  limit?: number | undefined
  /** Returns the report without writing anything. */
  dryRun?: boolean
  /** Called from time to time with the number of entries read so far. */
  onProgress?: (entries: number) => void
  /** For reading from an address. `allowLoopback` permits games on this machine, too. */
  limits?: FetchLimits
}

/** A rejected entry. Entries are numbered from 1. */
export type Refusal = { entry: number; title: string; reason: string }

export type ImportResult = {
  created: number
  changed: number
  unchanged: number
  refused: Refusal[]
  /** The games created and changed; in a dry run, only the changed ones. */
  games: { id: number; slug: string }[]
}

/**
 * Imports the games of a feed into the catalogue, either all or none (docs/safety.md#outgoing-requests-and-imports).
 * Updates an existing game with the same provider and id; its slug, views and other data remain. Throws a FeedError,
 * with a one-line message to print, if the feed cannot be read completely.
 */
export async function importFeed(options: FeedImport): Promise<ImportResult> {
  const provider = findProvider(options.provider)
  if (!provider) {
    const names = PROVIDERS.map(({ name }) => name).join(', ')
    throw new FeedError(`There is no provider "${cleanLine(options.provider, 40)}"; there are: ${names}`)
  }
  const result = await backgroundDatabase().transaction(async (tx) => {
    await createStage(tx)
    const refused = await stageFeed(tx, provider, options)
    const written = await writeStaged(tx, provider.name, options.dryRun ?? false)
    const done = { ...written, refused }
    if (!options.dryRun) await recordImport(tx, provider.name, options.source, done)
    return done
  })
  if (!options.dryRun && (await isLargeChange(result.created + result.changed))) await vacuumCatalogue()
  return result
}

/**
 * Records the import with the names of some games in the audit log. Omits the query of the feed's URL, which may
 * contain a key.
 */
async function recordImport(tx: Transaction, provider: string, source: string, done: ImportResult): Promise<void> {
  const { created, changed, unchanged, refused } = done
  const { rows } = await tx.execute<{ title: string }>(sql`
    select g.title from import_stage s join games g on g.id = s.game_id where s.outcome <> 'unchanged'
    order by s.outcome = 'new' desc, s.position limit ${NAMED_GAMES}`)
  const titles = rows.map((row) => row.title)
  const more = created + changed - titles.length
  const named = titles.length ? `: ${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : ''
  await logAct(tx, {
    by: null,
    act: 'imported',
    on: { kind: 'feed', id: provider },
    why: `${created} new, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused${named}`,
    details: { title: path.basename(/^https?:/.test(source) ? new URL(source).pathname : source) },
  })
}

const NAMED_GAMES = 5

/** Whether more than a tenth of all games changed. For fewer, autovacuum is enough, which runs within minutes. */
async function isLargeChange(games: number): Promise<boolean> {
  const [all] = await backgroundDatabase().select().from(gameCounts).where(eq(gameCounts.list, 'all'))
  return games * 10 > (all?.games ?? 0)
}

async function stageFeed(tx: Transaction, provider: FeedProvider, options: FeedImport): Promise<Refusal[]> {
  const { source, limit = Infinity, onProgress, limits = {} } = options
  const refused: Refusal[] = []
  const firstOf = new Map<string, number>()
  let batch: StagedGame[] = []
  let entry = 0
  let foreign = 0

  for await (const values of readFeed(provider, source, limits)) {
    for (const value of values.slice(0, limit - entry)) {
      entry++
      const refuse = (title: string, reason: string) => refused.push({ entry, title, reason })
      const read = provider.readEntry(value)
      if (!read) {
        foreign++
        refuse(foreignTitle(value), `not an entry of ${provider.name}`)
        continue
      }
      const checked = readGame(read, provider, limits.allowLoopback ?? false)
      if ('reason' in checked) {
        refuse(readTitle(read.title), checked.reason)
        continue
      }
      const { game } = checked
      const first = firstOf.get(game.provider_game_id)
      if (first !== undefined) {
        refuse(game.title, `same game as entry ${first}`)
        continue
      }
      firstOf.set(game.provider_game_id, entry)
      batch.push({ position: entry - 1, ...game })
    }
    if (entry >= FOREIGN_ENTRIES && foreign === entry) break
    if (batch.length >= BATCH) {
      await stageGames(tx, batch)
      batch = []
      onProgress?.(entry)
    }
    if (entry >= limit) break
  }
  if (foreign > 0 && foreign === entry) throw new FeedError(`${source} is not a feed of ${provider.name}`)
  await stageGames(tx, batch)
  onProgress?.(entry)
  await tx.execute(sql`analyze import_stage`)
  return refused
}

/** Returns the title of an entry that belongs to another provider, so that it can be found in the feed. */
function foreignTitle(value: unknown): string {
  return isRecord(value) ? readTitle(textOf(value.title ?? value.Title)) : ''
}
