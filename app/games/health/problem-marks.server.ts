import type { ProblemKind } from '../../db/schema/game-health.server.ts'

/**
 * If this many games fail to start at one address on one day, the cause is at the address, such as a school's filter.
 * Further problems there are not evidence against games.
 */
const GAMES_A_DAY = 20

/** This limits problems only. Plays need no limit, because a broken game cannot be played. */
const IS_NO_EXCEPTION = `${GAMES_A_DAY} > (
      select count(*) from (
        select from game_view_days v where v.day = (now() at time zone 'utc')::date and v.address = d.address
        limit ${GAMES_A_DAY}) others)`

/**
 * Returns a part of a view counter's SQL statement: it marks each address in the batch, so that the address counts once
 * as a player of a game or as one with a problem (docs/product.md#broken-games). The hash in a mark differs from game
 * to game. `isCounted` is a condition on the row `g` of the game.
 */
export function markingOf(kind: ProblemKind, isCounted: string): string {
  return `marked as (
    insert into game_problem_marks (game_id, kind, address, seen_at)
    select d.game_id, '${kind}',
      left(encode(sha256(convert_to(d.address || ' ' || d.game_id, 'UTF8')), 'base64'), 22), now()
    from days d join games g on g.id = d.game_id
    where ${isCounted} ${kind === 'play' ? '' : `and ${IS_NO_EXCEPTION}`}
    on conflict (game_id, kind, address) do update set seen_at = excluded.seen_at
  )`
}
