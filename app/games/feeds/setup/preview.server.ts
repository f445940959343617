import { cut } from '../../../lib/text.ts'
import type { FeedProvider } from '../../import/feed-entry.ts'
import type { FlatEntry } from '../../import/formats/flat-entry.ts'
import { hostOf, isLoopback } from '../../import/game-address.ts'
import { MAPPED_FIELDS, type Mapping } from '../../import/mapping/guess-mapping.ts'
import { readGame, readTitle } from '../../import/read-game.ts'
import { feedLimits } from '../feed-limits.server.ts'

const SHOWN = 6

/** An entry of a feed as it would be imported, or the reason why it would be rejected. */
export type GamePreview = {
  title: string
  url: string
  picture: string | null
  categories: string[]
  description: string
  reason: string | null
}

export type Preview = {
  games: GamePreview[]
  /** The totals of the whole sample. */
  entries: number
  rejected: number
}

/** Returns the first entries as a provider would import them. */
export function previewGames(provider: FeedProvider, values: unknown[], options: Record<string, string>): Preview {
  const allowLoopback = feedLimits().allowLoopback ?? false
  const games = values.map((value): GamePreview => {
    const entry = provider.readEntry(value)
    const read = entry
      ? readGame(entry, provider, allowLoopback, options)
      : { reason: 'It is not an entry of this provider' }
    if ('reason' in read) {
      const title = entry ? readTitle(entry.title) : ''
      return { title, url: '', picture: null, categories: [], description: '', reason: read.reason }
    }
    const { title, url, image_url: picture, categories, description } = read.game
    return { title, url, picture, categories, description: cut(description, 160), reason: null }
  })
  const rejected = games.filter(({ reason }) => reason !== null).length
  // Accepted entries first, so that a feed that begins with a few rejected entries does not look unusable.
  const shown = games.toSorted((a, b) => Number(a.reason !== null) - Number(b.reason !== null)).slice(0, SHOWN)
  return { games: shown, entries: games.length, rejected }
}

/** `isLocal`: a loopback host, which LOCAL_FEEDS allows and which needs no approval. */
export type SampleHost = { host: string; entries: number; isLocal: boolean }

/** Returns the hosts of a sample's games and pictures, the most frequent first. */
export function hostsIn(samples: FlatEntry[], mapping: Mapping): { games: SampleHost[]; pictures: SampleHost[] } {
  const allowLoopback = feedLimits().allowLoopback ?? false
  const count = (fields: (keyof Mapping)[]) => {
    const counts = new Map<string, number>()
    for (const sample of samples) {
      const values = fields.map((field) => mapping[field] && sample.get(mapping[field])?.[0])
      const hosts = values.map((value) => hostOf(value, { allowLoopback }))
      for (const host of new Set(hosts)) if (host) counts.set(host, (counts.get(host) ?? 0) + 1)
    }
    return [...counts]
      .map(([host, entries]) => ({ host, entries, isLocal: allowLoopback && isLocal(host) }))
      .toSorted((a, b) => b.entries - a.entries)
      .slice(0, MAX_HOSTS)
  }
  return { games: count(['url']), pictures: count(['picture', 'smallPicture']) }
}

const isLocal = (host: string) => isLoopback(new URL(`http://${host}`).hostname)

const MAX_HOSTS = 20

/** Returns the columns of the table of first entries: each field, with its value in every entry. */
export function tableOf(samples: FlatEntry[]): { paths: string[]; rows: string[][] } {
  const paths = [...new Set(samples.flatMap((sample) => [...sample.keys()]))].slice(0, MAX_PATHS)
  const rows = samples
    .slice(0, ROWS)
    .map((sample) => paths.map((path) => (sample.get(path)?.join(', ') ?? '').slice(0, CELL)))
  return { paths, rows }
}

const MAX_PATHS = 60
const ROWS = 4
const CELL = 80

/** Reads a mapping from a form or an address. Fields without a choice are omitted. */
export function readMapping(textOf: (field: string) => string): Mapping {
  const chosen = MAPPED_FIELDS.flatMap((field) => {
    const path = textOf(field).slice(0, MAX_PATH)
    return path ? [[field, path]] : []
  })
  return Object.fromEntries(chosen) as Mapping
}

const MAX_PATH = 200
