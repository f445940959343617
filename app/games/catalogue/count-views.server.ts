import { createViewCounter } from '../../server/http/count-views.server.ts'

/** Advisory lock of transactions that change the counts of many games. */
export const COUNTING_LOCK = 4718302

/**
 * `countView` counts a view when a game has loaded; `writeViews` writes the collected views to the database
 * (docs/product.md#views-and-ratings).
 */
export const { countView, writeViews } = createViewCounter({
  kind: 'game',
  lock: COUNTING_LOCK,
  add: `,
  counted as (
    update game_views v set views = v.views + s.views from seen s where v.game_id = s.id and s.views > 0
    returning v.game_id, v.views
  ),
  categories as (update game_categories c set views = n.views from counted n where c.game_id = n.game_id)
  update game_tags t set views = n.views from counted n where t.game_id = n.game_id`,
})
