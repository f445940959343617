import { prepared } from '../../db/query.server.ts'
import { isTagHidden, spelledTag, tagKey } from '../arrangement/known-tags.ts'
import { TAGS } from '../catalogue/tags.ts'

/** Returns the tags that the tags page offers: those that have games (docs/product.md#links-to-lists). */
export async function listOfferedTags(): Promise<string[]> {
  const shown = TAGS.filter((tag) => !isTagHidden(tag))
  const offered = [...new Map(shown.map((tag) => [tagKey(tag), spelledTag(tag)])).values()]
  const rows = await prepared<{ tag: string }>(
    'offered-tags',
    'select tag from unnest($1::text[]) tag where exists (select from game_tags t where t.tag = lower(tag.tag))',
    [offered],
  )
  const found = new Set(rows.map(({ tag }) => tag))
  return offered.filter((tag) => found.has(tag))
}
