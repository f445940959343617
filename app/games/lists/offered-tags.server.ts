import { prepared } from '../../db/query.server.ts'
import { TAGS } from '../catalogue/tags.ts'

/** Returns the tags that the tags page offers: those that have games (docs/product.md#links-to-lists). */
export async function listOfferedTags(): Promise<string[]> {
  const rows = await prepared<{ tag: string }>(
    'offered-tags',
    'select tag from unnest($1::text[]) tag where exists (select from game_tags t where t.tag = lower(tag.tag))',
    [TAGS],
  )
  const found = new Set(rows.map(({ tag }) => tag))
  return TAGS.filter((tag) => found.has(tag))
}
