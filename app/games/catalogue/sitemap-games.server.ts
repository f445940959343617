import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'

/**
 * The number of ids per part of the sitemap. Each part is a range of ids, so that a new game never moves an older one
 * to another part.
 */
const PART = 10_000

/** Returns the number of sitemap parts that the games need. */
export async function countSitemapParts(): Promise<number> {
  const [row] = await prepared<{ last: number | null }>('sitemap-last', 'select max(id) as last from games')
  return Math.ceil((row?.last ?? 0) / PART)
}

/** Returns the games in a part (from 1): the slug and the time of the last change. */
export function listSitemapGames(part: number): Promise<{ slug: string; updated_at: Date }[]> {
  return prepared(
    'sitemap-games',
    `select slug, updated_at from games g where id > $1 and id <= $2 and ${listed('g')} order by id`,
    [(part - 1) * PART, part * PART],
  )
}
