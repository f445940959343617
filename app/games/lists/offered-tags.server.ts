import { preparedOnReplica } from '../../db/query.server.ts'
import { TAGS } from '../catalogue/tag-rules.ts'
import { LARGE } from './linked-lists.ts'
import { countGames } from './list-games.server.ts'

/** The tags that the tags page offers: those that games have, and all of them where the catalogue is large (docs/product.md, Lists). */
export async function listOfferedTags(): Promise<string[]> {
  const counts = await countGames(['all'])
  if ((counts.get('all') ?? 0) >= LARGE) return TAGS
  const rows = await preparedOnReplica<{ tag: string }>(
    'offered-tags',
    'select tag from unnest($1::text[]) tag where exists (select from game_tags t where t.tag = lower(tag.tag))',
    [TAGS],
  )
  const found = new Set(rows.map(({ tag }) => tag))
  return TAGS.filter((tag) => found.has(tag))
}
