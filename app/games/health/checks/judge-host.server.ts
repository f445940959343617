import type { Database } from '../../../db/connection.server.ts'
import { NOT_DISMISSED } from '../dismiss-evidence.server.ts'
import { CHECKABLE } from './due-games.server.ts'
import type { CheckedGame, Finding } from './check-address.server.ts'

/**
 * Whether a game failed alone or together with its host. `up`: another game on the host works. `down`: other games fail
 * in the same way. `alone`: the host has no other game. `unclear`: no other game works, but they fail in different
 * ways.
 */
export type Verdict = 'up' | 'down' | 'alone' | 'unclear'

/** The number of other games that are checked to find out whether a host fails as a whole. */
const SAMPLE = 2

type Check = (game: CheckedGame) => Promise<Finding>

/**
 * Finds out whether other games work on the host of a failed game, with up to two more checks. A host that is known to
 * be down stays down until one of its games works.
 */
export async function judgeHost(
  db: Database,
  { host, gameId, finding }: { host: string; gameId: number; finding: Finding },
  check: Check,
): Promise<Verdict> {
  const [known] = (await db.$client.query<{ isDown: boolean; isUp: boolean }>(KNOWN, [host, gameId])).rows
  if (known?.isUp) return 'up'
  if (known?.isDown) return 'down'
  const others = (await db.$client.query<CheckedGame>(OTHERS, [host, gameId])).rows
  if (!others.length) return 'alone'
  let isSame = true
  for (const other of others) {
    const found = await check(other)
    if (found.outcome === 'works') return 'up'
    isSame &&= found.outcome === finding.outcome && found.isSilent === finding.isSilent
  }
  return isSame ? 'down' : 'unclear'
}

/** Records that a host fails as a whole, with the evidence. */
export async function markHostDown(db: Database, host: string, detail: string): Promise<void> {
  await db.$client.query(DOWN, [host, detail])
}

/** Records that a host works. Its games are checked soon, those that failed first. */
export async function markHostUp(db: Database, host: string): Promise<void> {
  if ((await db.$client.query(UP, [host])).rowCount) await db.$client.query(CHECK_SOON, [host])
}

const KNOWN = `
  select coalesce((select is_down from game_hosts where host = $1), false) as "isDown",
    exists (select from game_health where host = $1 and game_id <> $2 and outcome = 'works'
      and checked_at > now() - interval '1 hour') as "isUp"`

/** Games that worked in their last check are the best evidence. */
const OTHERS = `
  select g.id, g.slug, g.provider, coalesce(g.url, g.held_url) as url, g.width, g.height
  from game_health h join games g on g.id = h.game_id
  where h.host = $1 and h.game_id <> $2 and ${CHECKABLE} and ${NOT_DISMISSED}
  order by h.outcome = 'works' desc nulls last, h.checked_at desc nulls last, h.game_id limit ${SAMPLE}`

const DOWN = `
  insert into game_hosts as h (host, is_down, down_since, detail) values ($1, true, now(), $2)
  on conflict (host) do update set is_down = true, down_since = coalesce(h.down_since, now()), detail = $2`

const UP = `update game_hosts set is_down = false, down_since = null, detail = '' where host = $1 and is_down`

const CHECK_SOON = `
  update game_health h set next_check_at = now()
  where host = $1 and outcome <> 'works' and next_check_at > now() and ${NOT_DISMISSED}`
