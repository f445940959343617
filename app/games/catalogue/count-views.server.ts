import { listed } from '../../db/listed.server.ts'
import { markingOf } from '../health/problem-marks.server.ts'
import { createViewCounter } from '../../server/http/count-views.server.ts'

/** Advisory lock of transactions that change the counts of many games. */
export const COUNTING_LOCK = 4718302

/**
 * `countView` counts a view when a game has loaded; `writeViews` writes the collected views, and the plays of the day,
 * to the database (docs/product.md#views-and-ratings).
 */
export const { countView, writeViews } = createViewCounter({
  kind: 'game',
  lock: COUNTING_LOCK,
  add: `,
  ${markingOf('play', listed('g'))},
  counted as (
    update game_views v set views = v.views + s.views from seen s join games g on g.id = s.id
    where v.game_id = s.id and s.views > 0 and ${listed('g')}
    returning v.game_id, v.views, s.views as added
  ),
  plays as (
    insert into game_days as d (day, game_id, plays)
    select (now() at time zone 'utc')::date, game_id, added from counted
    on conflict (game_id, day) do update set plays = d.plays + excluded.plays
  ),
  categories as (update game_categories c set views = n.views from counted n where c.game_id = n.game_id)
  update game_tags t set views = n.views from counted n where t.game_id = n.game_id`,
})

/** The same for starts of a game that failed, with the limits of views. */
export const { countView: countFailure, writeViews: writeFailures } = createViewCounter({
  kind: 'game',
  event: 'failure',
  lock: COUNTING_LOCK,
  add: `,
  ${markingOf('failure', listed('g'))}
  insert into game_days as d (day, game_id, failures)
  select (now() at time zone 'utc')::date, g.id, s.views from seen s join games g on g.id = s.id
  where s.views > 0 and ${listed('g')}
  on conflict (game_id, day) do update set failures = d.failures + excluded.failures`,
})

/** The same for visits that ended within ten seconds of the start of the game. */
export const { countView: countShortVisit, writeViews: writeShortVisits } = createViewCounter({
  kind: 'game',
  event: 'short-visit',
  lock: COUNTING_LOCK,
  add: `,
  ${markingOf('short visit', listed('g'))}
  insert into game_days as d (day, game_id, short_visits)
  select (now() at time zone 'utc')::date, g.id, s.views from seen s join games g on g.id = s.id
  where s.views > 0 and ${listed('g')}
  on conflict (game_id, day) do update set short_visits = d.short_visits + excluded.short_visits`,
})
