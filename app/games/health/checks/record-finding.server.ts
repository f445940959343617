import type { Database } from '../../../db/connection.server.ts'
import { type Finding, hostOf } from './check-address.server.ts'

/**
 * Stores the finding of a check, and schedules the next check: after 25 to 29 days if the game works, otherwise after
 * an hour, then after twice as long each time, up to a week. Returns the number of consecutive checks with the same
 * outcome. Checks within an hour count once. If the game has another address by now, stores nothing and returns 0; the
 * new address is still due.
 */
export async function recordFinding(
  db: Database,
  game: { id: number; url: string },
  finding: Finding,
): Promise<number> {
  const values = [game.id, hostOf(game.url), finding.outcome, finding.detail, game.url]
  const { rows } = await db.$client.query<{ times: number }>(RECORD, values)
  return rows[0]?.times ?? 0
}

const RECORD = `
  with known as (select outcome, times, checked_at from game_health where game_id = $1 for update),
  counted as (
    select case
      when k.outcome is distinct from $3 or k.times = 0 then 1
      when k.checked_at <= now() - interval '1 hour' then k.times + 1
      else k.times end as times
    from (select 1) one left join known k on true
  )
  insert into game_health (game_id, host, checked_at, outcome, detail, times, next_check_at)
  select $1, $2, now(), $3, $4, c.times, now() + case
    when $3 = 'works' then interval '25 days' + random() * interval '4 days'
    else least(interval '1 hour' * 2 ^ least(c.times - 1, 10), interval '7 days') end
  from counted c
  where exists (select from games where id = $1 and coalesce(url, held_url) = $5)
  on conflict (game_id) do update set host = excluded.host, checked_at = excluded.checked_at,
    outcome = excluded.outcome, detail = excluded.detail, times = excluded.times,
    next_check_at = excluded.next_check_at
  returning times`
