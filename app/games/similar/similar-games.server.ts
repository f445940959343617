import { categorySlugIn, tagKeyIn } from '../arrangement/arrangement-sql.server.ts'
import { isPublic } from '../../db/public-games.server.ts'
import { prepared } from '../../db/query.server.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'
import { withoutCommonNew } from '../cards/badge-rules.ts'
import { CARD_COLUMNS, type Card, type CardRow, wideCardOf } from '../cards/card.server.ts'

/** Twice the length of a row, since some of the games may already be on the page. */
const SIMILAR = 24

/** How many games of each category and tag are compared. The most viewed ones are chosen. */
const OF_CATEGORY = 60
const OF_TAG = 30

/**
 * Returns the games that share the most categories and tags with a game, with 16:9 pictures. Games that share equally
 * many are sorted by views. The first category counts twice. Returns none for an unknown game, but also works for a
 * game that is not public (docs/product.md#rows-of-one-visitor).
 */
export function listSimilar(gameId: number): Promise<Card[]> {
  return cachedByKey('similar games', String(gameId), ['games'], async () => {
    const rows = await prepared<CardRow>('similar-games', SIMILAR_TO, [gameId])
    return withoutCommonNew(rows.map(wideCardOf))
  })
}

/**
 * The same for visitors who send a game's id: none for a game that is pending, hidden or quarantined, since the list
 * would reveal its categories and tags.
 */
export async function listSimilarForVisitors(gameId: number): Promise<Card[]> {
  const isKnown = await cachedByKey('games with similar ones', String(gameId), ['games'], async () => {
    const found = await prepared('has-similar-games', HAS_SIMILAR, [gameId])
    return found.length > 0
  })
  return isKnown ? listSimilar(gameId) : []
}

const HAS_SIMILAR = `select 1 from games where id = $1 and (${isPublic()} or status = 'deleted')`

const SIMILAR_TO = `
  with game as (select id, categories, tags from games where id = $1),
  s as materialized (
    select game_id, sum(weight) as weight, max(views) as views from (
      select c.game_id, c.views, case place when 1 then 2 else 1 end as weight
      from game cross join lateral unnest(categories[:3]) with ordinality w (name, place) cross join lateral (
        select game_id, views from game_categories where category = ${categorySlugIn('w.name')}
        order by views desc, game_id desc limit ${OF_CATEGORY}
      ) c
      union all
      select t.game_id, t.views, 1
      from game cross join lateral unnest(tags[:10]) w (name) cross join lateral (
        select game_id, views from game_tags where tag = ${tagKeyIn('w.name')}
        order by views desc, game_id desc limit ${OF_TAG}
      ) t
    ) shared
    where game_id <> $1 group by game_id order by weight desc, views desc, game_id desc limit ${SIMILAR}
  )
  select ${CARD_COLUMNS} from s join games g on g.id = s.game_id join game_views v on v.game_id = s.game_id
  order by s.weight desc, v.views desc, g.id desc`
