import { backgroundDatabase } from '../../../db/connection.server.ts'
import { cached } from '../../../server/cache/data-cache.server.ts'
import { readArrangement } from '../load-arrangement.server.ts'
import { TAGS_ON_PAGE, type TagsQuery } from './tags-query.ts'

/** A tag in the console's list. `games` also counts games that are not public. */
export type ListedTag = {
  tag: string
  name: string
  games: number
  isHidden: boolean
  hasDescription: boolean
}

/** Lists a page of the matching tags. Merged tags are excluded. */
export async function listTags({ q, sort, page: requested }: TagsQuery) {
  const [counted, { tags: rows }] = await Promise.all([
    cached('counts of tags', ['games'], countTags),
    readArrangement(),
  ])
  const set = new Map(rows.map((row) => [row.tag, row]))
  const known = new Set(counted.map(({ tag }) => tag))
  // Includes tags that an operator has changed and that no game has.
  const all = [...counted, ...rows.filter(({ tag }) => !known.has(tag)).map(({ tag }) => ({ tag, games: 0 }))]
  const term = q.toLowerCase()
  const found = all.filter(({ tag }) => tag.includes(term) && !set.get(tag)?.mergedInto)
  const sorted =
    sort === 'games'
      ? found.toSorted((a, b) => b.games - a.games || compare(a.tag, b.tag))
      : found.toSorted((a, b) => compare(a.tag, b.tag))
  const pages = Math.max(1, Math.ceil(found.length / TAGS_ON_PAGE))
  const page = Math.min(requested, pages)
  return {
    page,
    pages,
    total: found.length,
    tags: sorted.slice((page - 1) * TAGS_ON_PAGE, page * TAGS_ON_PAGE).map(({ tag, games }): ListedTag => {
      const row = set.get(tag)
      return {
        tag,
        games,
        name: row?.name ?? tag,
        isHidden: row?.isHidden ?? false,
        hasDescription: Boolean(row?.description),
      }
    }),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** With a million games, this takes longer than a page's query may. */
async function countTags(): Promise<{ tag: string; games: number }[]> {
  return (await backgroundDatabase().$client.query<{ tag: string; games: number }>(COUNT)).rows
}

// The labels of tags form one range of the index.
const COUNT = `
  select substr(label, 2) as tag, count(*)::int as games from game_labels
  where label >= '#' and label < '$' and starts_with(label, '#') group by label`
