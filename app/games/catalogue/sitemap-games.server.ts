import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'

/** Ids per part of the sitemap. Parts are ranges of ids, so that a new game never moves an old one. */
const PART = 10_000

/** How many parts the games need. */
export async function countSitemapParts(): Promise<number> {
  const [row] = await prepared<{ last: number | null }>('sitemap-last', 'select max(id) as last from games')
  return Math.ceil((row?.last ?? 0) / PART)
}

/** The games of a part (from 1): slug and time of the last change. */
export function listSitemapGames(part: number): Promise<{ slug: string; updated_at: Date }[]> {
  return prepared(
    'sitemap-games',
    `select slug, updated_at from games g where id > $1 and id <= $2 and ${listed('g')} order by id`,
    [(part - 1) * PART, part * PART],
  )
}
