import sharp from 'sharp'
import { backgroundDatabase, type Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { type Job, NO_DATA } from '../../../server/jobs/jobs.server.ts'
import { largeWork } from '../../../server/process/large-work.server.ts'
import { readStoredPicture } from '../../pictures/stored-picture.server.ts'
import { hasDetail, SAME_PICTURE_TEXT, SHOWN_DUPLICATES } from './find-duplicates.server.ts'

/**
 * Each night, hashes the pictures that this node has stored, and records new games of runs whose picture matches
 * another game's. It fetches no pictures.
 */
export const hashingPictures: Job = {
  queue: {
    name: 'hash-pictures',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 6 * 3600,
    isSingleton: true,
    schedule: '17 2 * * *',
  },
  work: (_, { signal }) => hashPictures(signal),
}

const BATCH = 500

type Pictured = { id: number; address: string }

/** Newest games first. A changed picture is hashed again. */
export async function hashPictures(signal?: AbortSignal): Promise<void> {
  const db = backgroundDatabase()
  for (let before = 2 ** 31 - 1; ;) {
    signal?.throwIfAborted()
    const position = before
    const games = await db.transaction((tx) => preparedIn<Pictured>(tx, 'unhashed-pictures', FIND, [position, BATCH]))
    const hashed: { id: number; address: string; hash: string }[] = []
    for (const { id, address } of games) {
      const picture = await readStoredPicture(address, 320)
      const hash = picture && (await hashPicture(picture).catch(() => null))
      if (hash) hashed.push({ id, address, hash })
    }
    if (hashed.length) await db.transaction((tx) => storeHashes(tx, hashed))
    if (games.length < BATCH) return
    before = games.at(-1)!.id
  }
}

/**
 * Returns 64 bits as hexadecimal digits. Each bit tells whether a pixel is brighter than the next, in 8 rows of 9 grey
 * pixels. Pictures that differ only in size or compression have the same hash.
 */
export async function hashPicture(picture: Uint8Array): Promise<string> {
  const grey = await largeWork(() =>
    sharp(picture, { limitInputPixels: 1e6 }).resize(9, 8, { fit: 'fill' }).greyscale().raw().toBuffer(),
  )
  let bits = ''
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const at = row * 9 + column
      bits += grey[at]! > grey[at + 1]! ? '1' : '0'
    }
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}

async function storeHashes(tx: Transaction, hashed: { id: number; address: string; hash: string }[]): Promise<void> {
  await preparedIn(tx, 'store-picture-hashes', STORE, [JSON.stringify(hashed)])
  const telling = hashed.filter(({ hash }) => hasDetail(hash)).map(({ id }) => id)
  const runs = await preparedIn<{ id: number }>(tx, 'note-same-pictures', NOTE, [telling])
  const ids = [...new Set(runs.map(({ id }) => id))]
  if (ids.length) await preparedIn(tx, 'count-duplicates', COUNT, [ids])
}

const FIND = `
  select g.id, g.image_url as address from games g left join picture_hashes h on h.game_id = g.id
  where g.id < $1 and g.status <> 'deleted' and g.image_url ~ '^https?:' and h.address is distinct from g.image_url
  order by g.id desc limit $2`

const STORE = `
  insert into picture_hashes (game_id, address, hash)
  select t.id, t.address, t.hash from json_to_recordset($1::json) as t(id int, address text, hash text)
  where exists (select from games g where g.id = t.id)
  on conflict (game_id) do update set address = excluded.address, hash = excluded.hash`

/** Of two games with the same picture, the one with the larger id was added later. */
const NOTE = `
  with same as (
    select distinct greatest(h.game_id, other.game_id) as game_id, least(h.game_id, other.game_id) as original
    from picture_hashes h join picture_hashes other on other.hash = h.hash and other.game_id <> h.game_id
    where h.game_id = any($1::int[])
  ), found as (
    select e.run_id, e.position, jsonb_agg(
      jsonb_build_object('gameId', g.id, 'title', g.title, 'why', '${SAME_PICTURE_TEXT}') order by g.id) as games
    from same join games g on g.id = same.original and g.status <> 'deleted'
    join feed_run_entries e on e.game_id = same.game_id and e.kind = 'new'
    where not coalesce(e.duplicates, '[]') @> jsonb_build_array(jsonb_build_object('gameId', g.id))
    group by e.run_id, e.position
  )
  update feed_run_entries e
  set duplicates = jsonb_path_query_array(
    coalesce(e.duplicates, '[]') || found.games, '$[0 to ${SHOWN_DUPLICATES - 1}]')
  from found where e.run_id = found.run_id and e.position = found.position
  returning e.run_id as id`

const COUNT = `
  update feed_runs r set counts = r.counts || jsonb_build_object('duplicates', (
    select count(*) from feed_run_entries e where e.run_id = r.id and e.duplicates is not null
  ))
  where id = any($1::int[]) and counts is not null`
