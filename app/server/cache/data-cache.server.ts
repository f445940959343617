import { LRUCache } from 'lru-cache'
import type { Tag } from './cache-headers.server.ts'

type Entry = { data: Promise<unknown>; tags: string; freshUntil: number }

const FRESH_MS = 60_000

const entries = new Map<string, Entry>()

/**
 * Returns the result of `load`, cached in memory under `name` for at most a minute, and dropped when one of its tags is
 * purged (`purgePages`). Each name has one caller, which determines its tags and type. Use few names, since nothing
 * else limits the number of entries. All callers get the same object and must not change it.
 */
export function cached<T>(name: string, tags: Tag[], load: () => Promise<T>): Promise<T> {
  const known = entries.get(name)
  if (known && known.tags !== tags.join()) throw new Error(`"${name}" is cached under other tags: give it its own name`)
  // During development, code changes without a purge.
  if (known && performance.now() < known.freshUntil && import.meta.env?.MODE !== 'development')
    return known.data as Promise<T>
  const data = load()
  const entry = { data, tags: tags.join(), freshUntil: performance.now() + FRESH_MS }
  entries.set(name, entry)
  data.catch(() => {
    if (entries.get(name) === entry) entries.delete(name)
  })
  return data
}

/** About 5 MB of lists of cards. */
const MAX_KEYS = 100

/** Like `cached`, for each `key` of a name, such as the pages of a list. Caches the `most` keys that were read last. */
export async function cachedByKey<T>(
  name: string,
  key: string,
  tags: Tag[],
  load: () => Promise<T>,
  most = MAX_KEYS,
): Promise<T> {
  const keys = await cached(name, tags, async () => new LRUCache<string, Promise<T>>({ max: most }))
  const known = keys.get(key)
  if (known) return known
  const data = load()
  keys.set(key, data)
  data.catch(() => keys.delete(key))
  return data
}

/**
 * Drops all data with one of the tags. A read that is in progress still returns the old data; later reads load it
 * again.
 */
export function dropCached(tags: string[]): void {
  for (const [name, entry] of entries) if (entry.tags.split(',').some((tag) => tags.includes(tag))) entries.delete(name)
}

/** Call it when purges may have been missed. */
export function dropAllCached(): void {
  entries.clear()
}
