import type { FetchLimits } from '../../server/http/fetch-public.server.ts'
import type { OptionValues } from './address-options.ts'
import { type FeedEntry, type FeedProvider, isRecord, textOf } from './feed-entry.ts'
import { FeedError } from './feed-error.server.ts'
import { readFeed } from './read-feed.server.ts'
import { type FeedGame, readGame, readTitle } from './read-game.ts'

/** Small, because no requests are served while the statements of a batch are prepared, which takes a millisecond. */
const BATCH = 125
/** If none of this many first entries belongs to the provider, the feed belongs to another provider. */
const FOREIGN_ENTRIES = 50

export type FeedSource = {
  provider: FeedProvider
  /** A file, or an HTTP(S) URL. */
  source: string
  /** The name of the source in messages, if the source is a copy of a file. */
  name?: string | undefined
  /** The operator's ids, by the names of the provider's options. */
  options?: OptionValues
  /** The maximum number of entries to read. The rest of the feed is ignored. */
  limit?: number | undefined
  /** A feed with more entries than this is rejected. */
  maxEntries?: number
  /** `allowLoopback` also allows games on loopback hosts. */
  limits?: FetchLimits
  /** Called after each entry. If it returns a promise, requests are served during the wait. */
  pause?: () => Promise<void> | undefined
}

/** A game of a feed with its position in the feed, from 0. */
export type PlacedGame = { position: number; game: FeedGame }

/** A rejected entry. Entries are numbered from 1. `given` is the entry's URL as in the feed, or else its id. */
export type Refusal = { entry: number; title: string; reason: string; given?: string }

export type FeedBatch = {
  /** The number of entries read so far. */
  entries: number
  games: PlacedGame[]
  refused: Refusal[]
  /** The ids of rejected games, which the feed still lists. */
  refusedKeys: string[]
}

/**
 * Reads the games of a feed in batches, at least one. Throws a FeedError with a one-line message to print if the feed
 * cannot be read completely.
 */
export async function* readFeedGames(feed: FeedSource): AsyncGenerator<FeedBatch> {
  const { provider, source, name = source, limit = Infinity, maxEntries = Infinity, limits = {}, pause } = feed
  const reader = new EntryReader(feed)
  for await (const values of readFeed(provider, source, limits, name)) {
    for (const value of values.slice(0, limit - reader.entries)) {
      reader.read(value)
      const pausing = pause?.()
      if (pausing) await pausing
    }
    if (reader.entries > maxEntries) throw new FeedError(`${name} has more than ${maxEntries} entries`)
    if (reader.entries >= FOREIGN_ENTRIES && reader.foreign === reader.entries) break
    if (reader.size >= BATCH) yield reader.takeBatch()
    if (reader.entries >= limit) break
  }
  if (reader.foreign > 0 && reader.foreign === reader.entries)
    throw new FeedError(`${name} is not a feed of ${provider.name}`)
  yield reader.takeBatch()
}

/** Cleans and validates the entries of a feed, one after the other. */
class EntryReader {
  entries = 0
  /** The number of values that are not entries of the provider. */
  foreign = 0
  #firstOf = new Map<string, number>()
  #batch = emptyBatch()
  readonly #feed: FeedSource

  constructor(feed: FeedSource) {
    this.#feed = feed
  }

  get size(): number {
    return this.#batch.games.length + this.#batch.refused.length
  }

  read(value: unknown): void {
    const { provider, limits, options } = this.#feed
    const entry = ++this.entries
    const raw = provider.readEntry(value)
    if (!raw) {
      this.foreign++
      return this.#refuse(foreignTitle(value), `not an entry of ${provider.name}`)
    }
    const checked = readGame(raw, provider, limits?.allowLoopback ?? false, options)
    if ('reason' in checked) {
      if (raw.key) this.#batch.refusedKeys.push(raw.key)
      return this.#refuse(readTitle(raw.title), checked.reason, raw)
    }
    const { game } = checked
    const first = this.#firstOf.get(game.provider_game_id)
    if (first !== undefined) return this.#refuse(game.title, `same game as entry ${first}`, raw)
    this.#firstOf.set(game.provider_game_id, entry)
    this.#batch.games.push({ position: entry - 1, game })
  }

  takeBatch(): FeedBatch {
    const batch = { entries: this.entries, ...this.#batch }
    this.#batch = emptyBatch()
    return batch
  }

  #refuse(title: string, reason: string, raw?: FeedEntry): void {
    const given = raw && oneLine(raw.address || raw.key)
    this.#batch.refused.push({ entry: this.entries, title, reason, ...(given && { given }) })
  }
}

function emptyBatch(): Omit<FeedBatch, 'entries'> {
  return { games: [], refused: [], refusedKeys: [] }
}

/** Returns the title of an entry that belongs to another provider, so that an operator can find it in the feed. */
function foreignTitle(value: unknown): string {
  return isRecord(value) ? readTitle(textOf(value.title ?? value.Title)) : ''
}

/** The number of characters stored of a rejected entry's URL. */
const MAX_GIVEN = 300

/** Unlike `cleanLine`, this preserves URLs. */
function oneLine(raw: string): string {
  const text = raw.slice(0, MAX_GIVEN).toWellFormed()
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}
