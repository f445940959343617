import type pg from 'pg'
import { database } from '../../../db/connection.server.ts'
import { isPublic } from '../../../db/public-games.server.ts'
import { prepared } from '../../../db/query.server.ts'
import type { CheckOutcome } from '../../../db/schema/game-health.server.ts'
import type { GameStatus } from '../../../db/schema/games.server.ts'
import { type Picture, pictureOf } from '../../pictures/picture.server.ts'
import { MAX_COUNTED } from '../../management/table/table-rules.ts'
import { BROKEN_ON_PAGE, type BrokenQuery } from '../health-rules.ts'
import { EVIDENCE, IS_CHECK_FAILED, IS_FAILING, IS_LEFT, IS_REPORTED } from '../suspects.server.ts'
import type { Evidence } from './evidence.ts'

/** A game in the list. */
export type BrokenGame = {
  id: number
  slug: string
  title: string
  provider: string
  host: string
  status: GameStatus
  reason: string
  picture: Picture
  suspectAt: Date | null
  evidence: Evidence
}

/** A host that fails as a whole. */
export type DownHost = { host: string; since: Date; checkedAt: Date; detail: string; games: number }

type Row = Omit<BrokenGame, 'picture' | 'evidence'> &
  Omit<Evidence, 'check' | 'reports'> & {
    image_url: string | null
    image_small_url: string | null
    reports: Evidence['reports'] | null
    checkedAt: Date | null
    outcome: CheckOutcome | null
    detail: string
    times: number
  }

/**
 * Lists a page of the games that match a query, most recently suspect first. `next` is the id after which to continue.
 */
export async function listBrokenGames(query: BrokenQuery): Promise<{ games: BrokenGame[]; next: number | null }> {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions = [CONDITIONS[query.list]]
  if (query.host) {
    // With a host, games whose check failed are listed, too, even if the whole host is down.
    if (!query.list) conditions[0] = `(${CONDITIONS['']} or (${IS_CHECK_FAILED} and ${isPublic('g')}))`
    conditions.push(`h.host = ${value(query.host)}`)
  }
  // Games that were only reported come last. The other lists read the index by this key.
  const key = query.host || query.list === 'reported' ? `coalesce(h.suspect_at, '-infinity')` : 'h.suspect_at'
  if (query.after) conditions.push(afterGame(key, value(query.after)))
  const { rows } = await database().$client.query<Row & pg.QueryResultRow>(
    `select ${FACTS} from (
       select h.game_id as id, ${key} as key from game_health h join games g on g.id = h.game_id
       where ${conditions.join(' and ')}
       order by ${key} desc nulls first, h.game_id limit ${BROKEN_ON_PAGE + 1}) p
     join games g on g.id = p.id join game_health h on h.game_id = p.id ${EVIDENCE}
     order by p.key desc nulls first, p.id`,
    values,
  )
  const games = rows.slice(0, BROKEN_ON_PAGE).map(brokenGame)
  return { games, next: rows.length > BROKEN_ON_PAGE ? (games.at(-1)?.id ?? null) : null }
}

/** Returns the evidence against a game, for its page; null if there is none. */
export async function findEvidence(gameId: number): Promise<Evidence | null> {
  const [row] = await prepared<Row>('game-evidence', OF_GAME, [gameId])
  return row ? evidenceOf(row) : null
}

/** Returns the hosts that are down, the latest first, with the capped numbers of their public and quarantined games. */
export function listDownHosts(): Promise<DownHost[]> {
  return prepared('down-hosts', DOWN_HOSTS)
}

const CONDITIONS: Record<BrokenQuery['list'], string> = {
  '': `h.suspect_at is not null and (g.status = 'quarantined' or ${isPublic('g')})`,
  suspect: `h.suspect_at is not null and ${isPublic('g')}`,
  quarantined: `h.suspect_at is not null and g.status = 'quarantined'`,
  reported: `(g.status = 'quarantined' or ${isPublic('g')})
    and exists (select from game_reports r where r.game_id = g.id)`,
}

/** Continues after a game. If it is no longer suspect, a list of suspect games starts again from the beginning. */
function afterGame(key: string, id: string): string {
  const position = `coalesce((select ${key} from game_health h where h.game_id = ${id}), 'infinity')`
  return `(${key} < ${position} or (${key} = ${position} and h.game_id > ${id}))`
}

const FACTS = `g.id, g.slug, g.title, g.provider, h.host, g.status, g.status_reason as reason, g.image_url,
  g.image_small_url, h.suspect_at as "suspectAt", h.checked_at as "checkedAt", h.outcome, h.detail, h.times, e.*,
  ${IS_FAILING} as "isFailing", ${IS_LEFT} as "isLeft", ${IS_REPORTED} as "isReported",
  coalesce(${IS_CHECK_FAILED}, false) as "isCheckFailed",
  (select json_object_agg(r.reason, r.reports) from game_reports r where r.game_id = g.id) as reports`

const OF_GAME = `
  select ${FACTS}
  from games g left join game_health h on h.game_id = g.id ${EVIDENCE} where g.id = $1`

const DOWN_HOSTS = `
  select d.host, d.down_since as since, d.checked_at as "checkedAt", d.detail,
    (select count(*)::int from (
      select from game_health h join games g on g.id = h.game_id
      where h.host = d.host and (${isPublic('g')} or g.status = 'quarantined') limit ${MAX_COUNTED + 1}) found) as games
  from game_hosts d where d.is_down order by d.down_since desc, d.host limit 50`

function brokenGame(row: Row): BrokenGame {
  const { id, slug, title, provider, host, status, reason, suspectAt } = row
  return {
    id,
    slug,
    title,
    provider,
    host,
    status,
    reason,
    suspectAt,
    picture: pictureOf(row),
    evidence: evidenceOf(row),
  }
}

function evidenceOf(row: Row): Evidence {
  const { failed, short, reporters, plays, players, reports, isFailing, isLeft, isReported, isCheckFailed } = row
  const { checkedAt: at, outcome, detail, times } = row
  const check = at && outcome ? { at, outcome, detail, times } : null
  return {
    failed,
    short,
    reporters,
    plays,
    players,
    reports: reports ?? {},
    check,
    isFailing,
    isLeft,
    isReported,
    isCheckFailed,
  }
}
