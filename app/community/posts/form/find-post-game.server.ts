import { listed } from '../../../db/listed.server.ts'
import { prepared } from '../../../db/query.server.ts'
import { slugify } from '../../../lib/slug.ts'

/** A game that a post can be about. */
export type PostGame = { id: number; slug: string; title: string }

/** Finds a listed game by its slug or title; returns null if there is none. */
export async function findPostGame(text: string): Promise<PostGame | null> {
  const slug = slugify(text)
  if (!slug) return null
  const [game] = await prepared<PostGame>(
    'post-game',
    `select id, slug, title from games where slug in ($1, $2) and ${listed()} order by slug <> $1 limit 1`,
    [text, slug],
  )
  return game ?? null
}
