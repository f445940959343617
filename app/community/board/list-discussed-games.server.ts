import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { visible } from '../../db/visible.server.ts'
import { listPopularGames } from '../../games/lists/list-games.server.ts'
import { pictureOf } from '../../games/pictures/picture.server.ts'
import { cached } from '../../server/cache/data-cache.server.ts'

/**
 * A game next to a short list of posts. `posts` is the number of recent posts about it; 0 for a popular game that no
 * post is about.
 */
export type DiscussedGame = { slug: string; title: string; picture: string; posts: number }

const GAMES = 6
/** The number of newest posts that are read. */
const POSTS = 500

/** Returns the games that the newest posts are about, then popular games (docs/product.md#board). */
export function listDiscussedGames(): Promise<DiscussedGame[]> {
  return cached('discussed games', ['community', 'games'], async () => {
    const [rows, popular] = await Promise.all([
      prepared<Row>('discussed-games', DISCUSSED, []),
      listPopularGames({ limit: GAMES }),
    ])
    const discussed = rows.map((row) => ({
      slug: row.slug,
      title: row.title,
      picture: pictureOf(row).small,
      posts: row.posts,
    }))
    const known = new Set(discussed.map(({ slug }) => slug))
    const others = popular.filter(({ slug }) => !known.has(slug))
    return [
      ...discussed,
      ...others.map(({ slug, title, picture }) => ({ slug, title, picture: picture.small, posts: 0 })),
    ].slice(0, GAMES)
  })
}

type Row = {
  id: number
  slug: string
  title: string
  image_url: string | null
  image_small_url: string | null
  posts: number
}

const DISCUSSED = `
  select g.id, g.slug, g.title, g.image_url, g.image_small_url, count(*)::int as posts
  from (select p.id, p.game_id from posts p where ${visible('p')} order by p.id desc limit ${POSTS}) p
  join games g on g.id = p.game_id and ${listed('g')}
  group by g.id order by max(p.id) desc limit ${GAMES}`
