import { backgroundDatabase, type Database } from '../../../db/connection.server.ts'
import { isPublic } from '../../../db/public-games.server.ts'
import type { CheckedGame } from './check-address.server.ts'

/** A condition on rows `g` of `games`: public and quarantined games that are hosted elsewhere. */
export const CHECKABLE = `(${isPublic('g')} or g.status = 'quarantined') and coalesce(g.url, g.held_url) ~ '^https?://'`

/** A game that was never checked is due before this time; the more plays it has, the earlier. */
const NEVER = `timestamptz '2000-01-01'`
/** Games per run: never checked before, and others. If all are on one host, each takes a second. */
const NEW_GAMES = 120
const OTHER_GAMES = 80
const GAMES_A_STATEMENT = 20_000
/** The number of batches that a run may postpone because their hosts are down. */
const BATCHES = 20

/**
 * Takes the games to check now: first those that were never checked, by plays in the last seven days, then the others,
 * longest overdue first. Games on a host that is down and was requested within the last half hour are postponed by some
 * hours.
 */
export async function takeDueGames(): Promise<CheckedGame[]> {
  return [...(await take(`h.next_check_at < ${NEVER}`, NEW_GAMES)), ...(await take(LATER, OTHER_GAMES))]
}

const LATER = `h.next_check_at >= ${NEVER} and h.next_check_at <= now()`

async function take(isDue: string, most: number): Promise<CheckedGame[]> {
  const taken: CheckedGame[] = []
  for (let batch = 0; batch < BATCHES && taken.length < most; batch++) {
    const { rows } = await query<CheckedGame & { isResting: boolean }>(
      `${DUE} where ${isDue} and ${CHECKABLE} and h.game_id <> all($2::int[])
      order by h.next_check_at, h.game_id limit $1`,
      [most - taken.length, taken.map(({ id }) => id)],
    )
    const resting = rows.filter(({ isResting }) => isResting)
    taken.push(...rows.filter(({ isResting }) => !isResting))
    if (!resting.length) break
    await putOff(
      backgroundDatabase(),
      resting.map(({ id }) => id),
    )
  }
  return taken
}

/** Postpones the checks of games by one to seven hours. */
export async function putOff(db: Database, ids: number[]): Promise<void> {
  if (ids.length) await db.$client.query(PUT_OFF, [ids])
}

/**
 * Schedules the first check of each game that has none, and deletes the health of games that are no longer checked.
 * Returns the number of games added.
 */
export async function planChecks(): Promise<number> {
  await query(FORGET, [])
  for (let added = 0; ;) {
    const { rowCount } = await query(PLAN, [GAMES_A_STATEMENT])
    added += rowCount ?? 0
    if ((rowCount ?? 0) < GAMES_A_STATEMENT) return added
  }
}

function query<Row extends Record<string, unknown>>(text: string, values: unknown[]) {
  return backgroundDatabase().$client.query<Row>(text, values)
}

const DUE = `
  select g.id, g.slug, g.provider, coalesce(g.url, g.held_url) as url, g.width, g.height,
    coalesce(d.is_down and d.checked_at > now() - interval '30 minutes', false) as "isResting"
  from game_health h join games g on g.id = h.game_id left join game_hosts d on d.host = h.host`

const PUT_OFF = `
  update game_health set next_check_at = now() + interval '1 hour' + random() * interval '6 hours'
  where game_id = any($1::int[])`

const PLAN = `
  insert into game_health (game_id, host, next_check_at)
  select g.id, coalesce(lower(substring(coalesce(g.url, g.held_url) from '^https?://([^/?#]+)')), ''),
    ${NEVER} - interval '1 second' * (1 + coalesce(w.plays, 0))
  from games g left join game_weeks w on w.game_id = g.id
  where ${CHECKABLE} and not exists (select from game_health h where h.game_id = g.id)
  limit $1 on conflict do nothing`

const FORGET = `
  delete from game_health h using games g
  where g.id = h.game_id and h.next_check_at <= now() and not (${CHECKABLE})`
