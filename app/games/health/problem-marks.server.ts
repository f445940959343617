import type { ProblemKind } from '../../db/schema/game-health.server.ts'

/**
 * An address whose starts of so many games failed on one day has a problem of its own, such as a school's filter. Its
 * problems with further games are no evidence against them.
 */
const GAMES_A_DAY = 20

/** Addresses with many plays are no exception: nobody plays a game that does not work. */
const IS_NO_EXCEPTION = `${GAMES_A_DAY} > (
      select count(*) from (
        select from game_view_days v where v.day = (now() at time zone 'utc')::date and v.address = d.address
        limit ${GAMES_A_DAY}) others)`

/**
 * Returns a part of the statement of a counter of views of games: marks each address in the batch, so that it counts
 * once as a visitor who played a game, or for whom it does not work (docs/product.md#broken-games). The hash of a mark
 * differs from game to game. `isCounted` is a condition on the row `g` of the game.
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
