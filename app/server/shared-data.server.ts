import type { Tag } from './shared-page.server.ts'

type Cached = { data: Promise<unknown>; tags: string[]; freshUntil: number }

const FRESH_MS = 60_000

const cached = new Map<string, Cached>()

/**
 * The result of `load`, read at most once a minute: for what every player's page shows. It lives as long as a shared page
 * (shared-page.server.ts) and is dropped when one of its tags is purged. All callers get the same object and must not change
 * it. `name` must be one of a few, since the number of entries has no limit.
 */
export function sharedData<T>(name: string, tags: Tag[], load: () => Promise<T>): Promise<T> {
  const known = cached.get(name)
  // While one develops, code changes without a purge.
  if (known && performance.now() < known.freshUntil && import.meta.env?.MODE !== 'development')
    return known.data as Promise<T>
  const data = load()
  const mine = { data, tags, freshUntil: performance.now() + FRESH_MS }
  cached.set(name, mine)
  data.catch(() => {
    if (cached.get(name) === mine) cached.delete(name)
  })
  return data
}

/** So many of a name, about 5 MB of lists of cards. */
const MAX_EACH = 100

/** The same where there are more keys than fit in memory, such as the pages of a list: the last `most` of `name` are cached. */
export async function sharedEach<T>(
  name: string,
  key: string,
  tags: Tag[],
  load: () => Promise<T>,
  most = MAX_EACH,
): Promise<T> {
  const each = await sharedData(name, tags, async () => new Map<string, Promise<T>>())
  const known = each.get(key)
  if (known) return known
  const data = load()
  each.set(key, data)
  data.catch(() => each.delete(key))
  const [oldest] = each.keys()
  if (each.size > most) each.delete(oldest!)
  return data
}

/** Drops what has one of the tags. Who waits for it still gets it; who asks from now on gets what is read from now on. */
export function purgeSharedData(tags: string[]): void {
  for (const [key, one] of cached) if (one.tags.some((tag) => tags.includes(tag))) cached.delete(key)
}

/** After purges may have been missed. */
export function purgeAllSharedData(): void {
  cached.clear()
}
