import type { Tag } from './shared-page.server.ts'

type Kept = { data: Promise<unknown>; tags: string[]; freshUntil: number }

const FRESH_MS = 60_000

const kept = new Map<string, Kept>()

/**
 * What `load` gives, read once a minute however many ask: the public part of a page that is rendered for each player
 * anew. It lives as a shared page does (shared-page.server.ts), and goes with it when one of the tags is purged. Everybody gets the
 * same object, so nobody may change it. `name` must be one of a few: there is no limit to how many are kept.
 */
export function sharedData<T>(name: string, tags: Tag[], load: () => Promise<T>): Promise<T> {
  const known = kept.get(name)
  // While one develops, code changes without a purge.
  if (known && performance.now() < known.freshUntil && import.meta.env?.MODE !== 'development')
    return known.data as Promise<T>
  const data = load()
  const mine = { data, tags, freshUntil: performance.now() + FRESH_MS }
  kept.set(name, mine)
  data.catch(() => {
    if (kept.get(name) === mine) kept.delete(name)
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
  for (const [key, one] of kept) if (one.tags.some((tag) => tags.includes(tag))) kept.delete(key)
}

/** After purges may have been missed. */
export function purgeAllSharedData(): void {
  kept.clear()
}
