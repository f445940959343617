import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import type { GameStatus } from '../../db/schema/games.server.ts'
import { managedGameHref, STATUS_LABELS } from '../../games/management/management-rules.ts'
import { pictureOf } from '../../games/pictures/picture.server.ts'
import { searchGames } from '../../games/search/search-games.server.ts'
import { type Hit, HITS_OF_KIND, patternOf } from './search-rules.ts'

/** Most games read that are not public; the best of them are shown. */
const CANDIDATES = 50

type Row = {
  id: number
  slug: string
  title: string
  status: GameStatus
  image_url: string | null
  image_small_url: string | null
}

/**
 * Finds games in any status by id, current or former slug, or a part of the title. Exact matches come first, then
 * titles that begin with the term, public games before others.
 */
export async function findGames(term: string): Promise<Hit[]> {
  const id = /^[1-9]\d{0,8}$/.test(term) ? Number(term) : null
  const listedGames = (await searchGames(term)).slice(0, HITS_OF_KIND)
  const values = [id, term.toLowerCase(), patternOf(term), listedGames.map((game) => game.id)]
  const rows = await prepared<Row>('console-games', FIND, values)
  return rows.map((row) => ({
    to: managedGameHref(row.id),
    title: row.title,
    detail: row.slug,
    picture: pictureOf(row).small,
    ...(row.status !== 'published' && { state: STATUS_LABELS[row.status] }),
    ...((row.status === 'pending' || row.status === 'delisted') && { isPending: true }),
  }))
}

// Without a limit of its own, `unlisted` is planned for all its rows, and so by its index; it is still read only as far
// as needed.
const FIND = `
  with unlisted as materialized (select id from games where not (${listed()}) and search_title like $3),
  found as materialized (
    select id, true as is_exact from games where id = $1
    union all select id, true from games where slug = $2
    union all select game_id, true from former_slugs where slug = $2
    union all select unnest($4::int[]), false
    union all (select id, false from unlisted limit ${CANDIDATES})
  )
  select g.id, g.slug, g.title, g.status, g.image_url, g.image_small_url
  from (select id, bool_or(is_exact) as is_exact from found group by id) f join games g on g.id = f.id
  order by f.is_exact desc, g.search_title = $2 desc, starts_with(g.search_title, $2) desc, ${listed('g')} desc,
    length(g.search_title), g.id
  limit ${HITS_OF_KIND}`
