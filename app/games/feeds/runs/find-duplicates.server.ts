import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { SuspectedDuplicate } from '../../../db/schema/feeds.server.ts'
import { listProviders } from '../providers/find-provider.server.ts'

type Match = { position: number; id: number; title: string; provider: string }

/** The number of matches shown for one entry. */
export const SHOWN_DUPLICATES = 5
export const SAME_PICTURE_TEXT = 'the same picture'

/**
 * Records possible duplicates of each new game in a plan. A match is a game of another provider with the same id, if it
 * is a hash, or with the same address; or a game with the same title and picture file, or with the same picture hash.
 * Returns the number of new games with duplicates. Most pictures are stored and hashed only after a run
 * (hash-pictures.server.ts).
 */
export async function findDuplicates(tx: Transaction, runId: number, provider: string): Promise<number> {
  const found = new Map<number, Map<number, SuspectedDuplicate>>()
  const note = ({ position, id, title }: Match, why: string) => {
    const games = found.get(position) ?? new Map<number, SuspectedDuplicate>()
    if (games.size < SHOWN_DUPLICATES && !games.has(id)) games.set(id, { gameId: id, title, why })
    found.set(position, games)
  }
  for (const match of await preparedIn<Match>(tx, 'feed-same-id', SAME_ID, [runId, provider]))
    note(match, `the same id at ${match.provider}`)
  const shared = await listSharedProviders(provider)
  for (const match of await preparedIn<Match>(tx, 'feed-same-address', SAME_ADDRESS, [runId, shared]))
    note(match, `the same address at ${match.provider}`)
  const titled = await preparedIn<Match & { picture: string; other: string }>(tx, 'feed-same-title', SAME_TITLE, [
    runId,
  ])
  for (const match of titled)
    if (pictureFile(match.picture) === pictureFile(match.other)) note(match, 'the same title and picture')
  for (const match of await preparedIn<Match & { hash: string }>(tx, 'feed-same-picture', SAME_PICTURE, [runId]))
    if (hasDetail(match.hash)) note(match, SAME_PICTURE_TEXT)
  if (!found.size) return 0
  const rows = [...found].map(([position, games]) => ({ position, duplicates: [...games.values()] }))
  await preparedIn(tx, 'feed-note-duplicates', NOTE, [runId, JSON.stringify(rows)])
  return found.size
}

/**
 * The other providers whose games may have the same address: those that share a host with this provider, and the
 * provider of the portal's own games.
 */
async function listSharedProviders(name: string): Promise<string[]> {
  const providers = await listProviders()
  const own = providers.find((one) => one.name === name)?.hosts.games ?? []
  const isShared = (host: string) =>
    own.some((one) => host === one || host.endsWith(`.${one}`) || one.endsWith(`.${host}`))
  const others = providers.filter((one) => one.name !== name && one.hosts.games.some(isShared))
  return ['own', ...others.map((one) => one.name)]
}

/** The file name of a picture. Includes the folder if all games use the same name, such as `512x384.jpg`. */
export function pictureFile(address: string): string {
  const parts = (URL.parse(address)?.pathname ?? address).split('/')
  const name = (parts.at(-1) ?? '').toLowerCase()
  const isCommon = /^(?:\d+x\d+|thumb(?:nail)?|icon|cover|image|poster|\d{1,4})\b/.test(name)
  return isCommon ? `${parts.at(-2) ?? ''}/${name}` : name
}

/**
 * An id of this length is a hash. Shorter ids, such as numbers, can belong to different games of different providers.
 */
const SAME_ID = `
  select e.position, g.id, g.title, g.provider
  from feed_run_entries e
  cross join (select 'own' as name union select provider from feeds) p
  join games g on g.provider = p.name and g.provider_game_id = e.after->>'provider_game_id'
  where e.run_id = $1 and e.kind = 'new' and p.name <> $2 and g.status <> 'deleted'
    and e.after->>'provider_game_id' ~ '^[0-9a-z-]{24,}$'
  order by e.position, g.id limit 100000`

const SAME_ADDRESS = `
  select e.position, g.id, g.title, g.provider
  from games g
  join feed_run_entries e on e.after->>'url' = coalesce(g.url, g.held_url)
  where e.run_id = $1 and e.kind = 'new' and g.provider = any($2::text[]) and g.status <> 'deleted'
  order by e.position, g.id limit 100000`

const SAME_TITLE = `
  select e.position, g.id, g.title, g.provider, e.after->>'image_url' as picture, g.image_url as other
  from feed_run_entries e
  cross join lateral (
    select id, title, provider, image_url from games
    where search_title = lower(e.title) and status <> 'deleted' and image_url is not null order by id limit 20
  ) g
  where e.run_id = $1 and e.kind = 'new' and e.after->>'image_url' is not null
  order by e.position, g.id limit 100000`

/** A new game's picture has a hash only if another game has a picture with the same address. */
const SAME_PICTURE = `
  select e.position, known.hash, g.id, g.title, g.provider
  from feed_run_entries e
  join (select distinct address, hash from picture_hashes) known on known.address = e.after->>'image_url'
  cross join lateral (
    select game.id, game.title, game.provider from picture_hashes h join games game on game.id = h.game_id
    where h.hash = known.hash and game.status <> 'deleted' order by game.id limit ${SHOWN_DUPLICATES}
  ) g
  where e.run_id = $1 and e.kind = 'new'
  order by e.position, g.id limit 100000`

/** Whether a hash can identify a picture. That of a plain area or a gradient cannot. */
export function hasDetail(hash: string): boolean {
  const ones = BigInt(`0x${hash}`).toString(2).replaceAll('0', '').length
  return ones >= 8 && ones <= 56
}

const NOTE = `
  update feed_run_entries e set duplicates = t.duplicates
  from json_to_recordset($2::json) as t(position int, duplicates jsonb)
  where e.run_id = $1 and e.position = t.position`
