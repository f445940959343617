import { prepared } from '../../db/query.server.ts'
import { visible } from '../../db/visible.server.ts'
import { cut } from '../../lib/text.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'
import { type Author, authorOf, type AuthorRow, type PostRow } from '../posts/find-post.server.ts'
import { CARD_CONTENT, type PostType } from '../post-rules.ts'

/** A post on the page of its game. It has no counts, since these change too often for a cached page. */
export type Discussion = { id: number; type: PostType; title: string; text: string; at: string; author: Author }

/** The number of posts on a game's page. READ is greater, since a viewer may have blocked some of the authors. */
export const DISCUSSIONS_SHOWN = 4
const READ = 12

/** Returns the newest public posts about the game with a slug, cached for a minute (docs/product.md#board). */
export function listDiscussions(slug: string): Promise<Discussion[]> {
  return cachedByKey('discussions', slug, ['community'], () => read(slug))
}

async function read(slug: string): Promise<Discussion[]> {
  const rows = await prepared<Row>('discussions', NEWEST, [slug])
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    title: row.title,
    text: cut(row.content, CARD_CONTENT),
    at: row.created_at.toISOString(),
    author: authorOf(row),
  }))
}

type Row = AuthorRow & Pick<PostRow, 'id' | 'type' | 'title' | 'content' | 'created_at'>

const NEWEST = `
  select p.id, p.type, p.title, left(p.content, 1000) as content, p.created_at,
    a.username, a.full_name, a.avatar, a.frame
  from posts p join players a on a.id = p.player_id
  where p.game_id = (select id from games where slug = $1) and ${visible('p')}
  order by p.id desc limit ${READ}`
