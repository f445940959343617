import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { isPublic } from '../../db/public-games.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import type { ProblemKind } from '../../db/schema/game-health.server.ts'
import { EVIDENCE_DAYS, FAILURES, REPORT_DAYS, REPORTS, SHORT_VISITS } from './health-rules.ts'

/**
 * SQL expressions: the host of a game `g`, empty for a self-hosted game, and the time of the first check for this
 * `host`.
 */
const HOST = `coalesce(lower(substring(coalesce(g.url, g.held_url) from '^https?://([^/?#]+)')), '')`
const FIRST_CHECK = `case when host = '' then 'infinity' else timestamptz '1999-01-01' end`

/** Adds a row for the health of a game, unless it exists. */
export const ADD_HEALTH = `
  insert into game_health (game_id, host, next_check_at)
  select id, host, ${FIRST_CHECK} from (select g.id, ${HOST} as host from games g where g.id = $1) one
  on conflict do nothing`

/** The outcomes of checks that are evidence against a game. */
const FAILED = `('gone', 'framing refused', 'host gone')`

/** A condition on a mark: no operator has dismissed a warning since. */
const IS_NEW = `m.seen_at > coalesce(h.dismissed_at, '-infinity')`

/**
 * Part of a query with games `g` and their health `h`. `e.failed`, `e.players`, `e.short` and `e.reporters` count
 * addresses since an operator last dismissed a warning (docs/product.md#broken-games); `e.plays` counts plays. A
 * popular game has a million players, so only as many are counted as the conditions below need. If the game is failing
 * or left, `e.players` is exact.
 */
export const EVIDENCE = `
  cross join lateral (
    select marks.failed, marks.short, marks.reporters, days.plays, played.players from (
      select
        ${countMarks('failure', EVIDENCE_DAYS)} as failed, ${countMarks('short visit', EVIDENCE_DAYS)} as short,
        ${countMarks('report', REPORT_DAYS)} as reporters
      from game_problem_marks m
      where m.game_id = g.id and m.kind in ('failure', 'short visit', 'report') and ${IS_NEW}
    ) marks cross join lateral (
      select count(*)::int as players from (
        select from game_problem_marks m
        where m.game_id = g.id and m.kind = 'play' and ${IS_NEW}
          and m.seen_at > now() - interval '${EVIDENCE_DAYS} days'
        limit greatest(${FAILURES.starts}, ${SHORT_VISITS.visits}, 2 * marks.failed, 2 * marks.short)
      ) counted
    ) played cross join (
      select coalesce(sum(d.plays), 0)::int as plays from game_days d
      where d.game_id = g.id and d.day > (now() at time zone 'utc')::date - ${EVIDENCE_DAYS}
        and d.day >= coalesce((h.dismissed_at at time zone 'utc')::date, '-infinity')
    ) days
  ) e`

function countMarks(kind: ProblemKind, days: number): string {
  return `(count(*) filter (where kind = '${kind}' and seen_at > now() - interval '${days} days'))::int`
}

/** Conditions on this evidence, one for each kind that makes a game suspect. */
export const IS_FAILING = `(e.failed + e.players >= ${FAILURES.starts}
  and e.failed * 100 > (e.failed + e.players) * ${FAILURES.percent})`
export const IS_LEFT = `(e.players >= ${SHORT_VISITS.visits} and e.short * 100 > e.players * ${SHORT_VISITS.percent})`
export const IS_REPORTED = `(e.reporters >= ${REPORTS})`
export const IS_CHECK_FAILED = `(h.times > 0 and h.outcome in ${FAILED})`

/**
 * Updates which games are suspect: those in `ids`, or all games if it is null. A quarantined game is always suspect. A
 * public game is suspect if the evidence suffices and its host is not down.
 */
export async function refreshSuspects(tx: Transaction, ids: number[] | null): Promise<void> {
  await preparedIn(tx, ids ? 'suspect-some' : 'suspect-all', ids ? SOME : ALL, ids ? [ids] : [])
}

export async function refreshAllSuspects(): Promise<void> {
  await backgroundDatabase().transaction(async (tx) => {
    await preparedIn(tx, 'forget-marks', FORGET_MARKS)
    await refreshSuspects(tx, null)
  })
}

/** Games about which no visitor or check reported a problem need no evaluation. */
const CANDIDATES = `
  select game_id as id from game_problem_marks
    where kind <> 'play' and seen_at > now() - interval '${REPORT_DAYS} days'
    group by game_id having count(*) >= ${REPORTS}
  union select game_id from game_health h where ${IS_CHECK_FAILED}
  union select id from games where status = 'quarantined'`

const statementOf = (candidates: string, isChanged: string) => `
  with candidates as materialized (${candidates}),
  suspects as materialized (
    select g.id, ${HOST} as host
    from candidates c join games g on g.id = c.id left join game_health h on h.game_id = g.id
    left join game_hosts d on d.host = h.host ${EVIDENCE}
    where g.status = 'quarantined' or (${isPublic('g')} and not coalesce(d.is_down, false)
      and (${IS_FAILING} or ${IS_LEFT} or ${IS_REPORTED} or ${IS_CHECK_FAILED}))
  ),
  cleared as (
    update game_health h set suspect_at = null
    where h.suspect_at is not null and ${isChanged} and not exists (select from suspects s where s.id = h.game_id)
  )
  insert into game_health as h (game_id, host, suspect_at, next_check_at)
  select id, host, now(), ${FIRST_CHECK} from suspects
  on conflict (game_id) do update set suspect_at = excluded.suspect_at where h.suspect_at is null`

const ALL = statementOf(CANDIDATES, 'true')
const SOME = statementOf('select unnest($1::int[]) as id', 'h.game_id = any($1::int[])')

const FORGET_MARKS = `
  delete from game_problem_marks
  where seen_at < now() - interval '${EVIDENCE_DAYS} days' and seen_at < now() - case kind
    when 'report' then interval '${REPORT_DAYS} days' else interval '${EVIDENCE_DAYS} days' end`

/** Counts are shown up to 99. */
const MAX_COUNTED = 100

/** SQL expression: the number of suspect or quarantined games, at most MAX_COUNTED. */
export const BROKEN_GAMES = `(select count(*)::int from (
  select from game_health h join games g on g.id = h.game_id
  where h.suspect_at is not null and (g.status = 'quarantined' or ${isPublic('g')})
  order by h.suspect_at desc nulls first, h.game_id limit ${MAX_COUNTED}) broken_ones)`
