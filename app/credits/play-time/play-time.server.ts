import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { BEAT_LIMIT_S, MINUTE_CREDITS, MINUTES_A_DAY } from '../credit-rules.ts'

/**
 * Starts a play session and ends the player's previous session. With one session per player, several tabs or devices do
 * not count twice. Returns the session's id, or null if there is no such game.
 */
export async function startPlay(playerId: string, gameId: number, now: Date | null = null): Promise<string | null> {
  const [row] = await prepared<{ id: string }>('start-play', START, [playerId, gameId, now])
  return row?.id ?? null
}

/**
 * The default is the database's clock. With the servers' own clocks, which may differ, too much time could be awarded.
 */
const NOW = 'coalesce($3::timestamptz, now())'

const START = `
  insert into play_sessions (player_id, id, game_id, started_at, beat_at)
  select p.id, gen_random_uuid(), g.id, ${NOW}, ${NOW}
  from players p, games g where p.id = $1 and g.id = $2 and ${listed('g')}
  on conflict (player_id) do update set id = excluded.id, game_id = excluded.game_id,
    started_at = excluded.started_at, beat_at = excluded.beat_at
  returning id`

export type Beat =
  | { state: 'counted'; seconds: number; credits: number; minutes: number; total: number | null }
  /** The player has since started another session. */
  | { state: 'replaced' }
  /** The player does not have this session. */
  | { state: 'unknown' }

/**
 * Counts the time since a play session's last beat, and awards a credit for each full minute, up to 30 per UTC day
 * (docs/product.md#credits-for-visits-play-and-shares). A gap of more than BEAT_LIMIT_S counts as no time. Counted time
 * advances the session's clock, so that extra beats cannot earn more than one credit a minute. Returns null if the
 * player's session token is invalid. `minutes` is today's total; `total` is the balance, or null if unchanged.
 *
 * A single statement handles player, clock, day, game, ledger and balance, since ten thousand players send 333 beats a
 * second.
 */
export async function countBeat(token: string, playId: string, now: Date | null = null): Promise<Beat | null> {
  const [row] = await prepared<{
    running: string | null
    seconds: number | null
    credits: number
    minutes: number
    total: number | null
  }>('count-beat', BEAT, [token, playId, now])
  if (!row) return null
  const { running, seconds, credits, minutes, total } = row
  if (seconds !== null) return { state: 'counted', seconds, credits, minutes, total }
  return { state: running === null ? 'unknown' : 'replaced' }
}

/**
 * `running` locks the session's row and reads the result of the previous beat, so that concurrent beats count one after
 * the other. The clock advances by whole seconds, and the fraction remains for the next beat. A beat across midnight is
 * split between the two days.
 */
const BEAT = `
  with player as materialized (
    select player_id as id from sessions where token = $1 and expires_at > now()
  ),
  running as materialized (
    select player_id, id, game_id, beat_at from play_sessions where player_id = (select id from player) for update
  ),
  beat as materialized (
    select player_id, game_id, beat_at, elapsed,
      case when elapsed >= 1 and elapsed <= ${BEAT_LIMIT_S} then floor(elapsed)::int else 0 end as seconds
    from (select *, extract(epoch from ${NOW} - beat_at) as elapsed from running where id = $2) r
  ),
  moved as (
    update play_sessions s
    set beat_at = case
      when b.elapsed > ${BEAT_LIMIT_S} then ${NOW}
      else b.beat_at + make_interval(secs => b.seconds)
    end
    from beat b where s.player_id = b.player_id
  ),
  spans as materialized (
    select b.player_id, b.game_id, s.day, s.seconds
    from beat b
    cross join lateral (select b.beat_at at time zone 'UTC' as began) u
    cross join lateral (
      select least(b.seconds, ceil(extract(epoch from u.began::date + interval '1 day' - u.began))::int) as seconds
    ) until_midnight
    cross join lateral (
      values (u.began::date, until_midnight.seconds), (u.began::date + 1, b.seconds - until_midnight.seconds)
    ) s (day, seconds)
    where s.seconds > 0
  ),
  days as (
    insert into play_days (player_id, day, seconds) select player_id, day, seconds from spans
    on conflict (player_id, day) do update set seconds = play_days.seconds + excluded.seconds
    returning day, seconds
  ),
  of_game as (
    insert into game_play_times as t (player_id, game_id, seconds)
    select player_id, game_id, seconds from beat where seconds > 0
    on conflict (player_id, game_id) do update set seconds = t.seconds + excluded.seconds
  ),
  awarded as (
    insert into credit_awards (player_id, activity_type, credits, metadata, key, created_at)
    select s.player_id, 'play', ${MINUTE_CREDITS}, jsonb_build_object('game', g.id, 'title', g.title),
      'play:' || to_char(s.day, 'YYYY-MM-DD') || ':' || minute, ${NOW}
    from days d
    join spans s on s.day = d.day
    join games g on g.id = s.game_id
    cross join lateral generate_series((d.seconds - s.seconds) / 60 + 1, least(d.seconds / 60, ${MINUTES_A_DAY})) minute
    on conflict (player_id, key) do nothing
    returning credits
  ),
  earned as materialized (select coalesce(sum(credits), 0)::int as credits from awarded),
  balance as (
    insert into credit_balances (player_id, total)
    select player.id, earned.credits from player, earned where earned.credits > 0
    on conflict (player_id) do update set total = credit_balances.total + excluded.total
    returning total
  )
  select (select id from running) as running, (select seconds from beat) as seconds, earned.credits,
    coalesce((select seconds / 60 from days order by day desc limit 1), 0) as minutes,
    (select total from balance) as total
  from player, earned`
