import { LRUCache } from 'lru-cache'
import { prepared } from '../../db/query.server.ts'
import { purgeSoon } from '../../server/cache/purge-soon.server.ts'

/** A node records a repeated failure at most once an hour. */
const written = new LRUCache<string, true>({ max: 20_000, ttl: 60 * 60_000 })

/** Records for all nodes that a picture or, if `isHostDown`, any picture of its host could not be fetched. */
export async function recordMissingPicture(address: string, isHostDown: boolean): Promise<void> {
  const missing = isHostDown ? new URL(address).origin : address
  if (written.has(missing)) return
  await prepared(
    'picture-missing',
    `with forgotten as (delete from missing_pictures where seen_at < now() - interval '1 day' and address <> $1)
     insert into missing_pictures (address) values ($1) on conflict (address) do update set seen_at = now()`,
    [missing],
  )
  written.set(missing, true)
  // A single picture needs no purge, since the home page is at most a minute old.
  if (isHostDown) purgeSoon(['games'])
}

/** Deletes the records about a picture and its host, once the picture has been fetched. */
export async function recordFoundPicture(address: string): Promise<void> {
  const found = [address, new URL(address).origin]
  for (const one of found) written.delete(one)
  const marked = await prepared(
    'picture-found',
    'delete from missing_pictures where address = any($1) returning address',
    [found],
  )
  if (marked.length) purgeSoon(['games'])
}

/** Returns those of the games whose picture could not be fetched within the last day, with the picture's URL. */
export async function listRecordedMissing(gameIds: number[]): Promise<{ id: number; address: string }[]> {
  return prepared(
    'missing-pictures',
    `select g.id, g.image_url as address from games g where g.id = any($1::int[]) and exists (
       select from missing_pictures m where seen_at > now() - interval '1 day'
       and m.address in (g.image_url, substring(g.image_url from '^https?://[^/]+')))`,
    [gameIds],
  )
}
