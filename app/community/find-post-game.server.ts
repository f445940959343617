import { listed } from '../db/listed.server.ts'
import { prepared } from '../db/query.server.ts'
import { slugify } from '../lib/slug.ts'

/** A game that a post may name. */
export type PostGame = { id: number; slug: string; title: string }

/** The game that a text means: by the last piece of its address, or by its title; null where there is none. */
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
