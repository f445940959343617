import { prepared } from '../../../db/query.server.ts'
import { cached } from '../../../server/cache/data-cache.server.ts'
import { findCategory } from '../../catalogue/category-rules.ts'
import { categoriesOfGenres } from '../../import/genres.ts'
import { findProvider } from '../../import/providers.server.ts'
import { wordsOfRawCategory } from '../changes/map-categories.server.ts'
import { synonymSlug } from '../known-categories.ts'

/** Reads only this many of the newest games by id, because reading half a million takes seconds. */
export const GAMES_READ = 50_000
const WORDS_SHOWN = 10

/** A name in feeds that matches no category, and how many of the newest games have it. */
export type UnmappedWord = { word: string; games: number }

/** Lists the most frequent names in feeds that match no category. */
export async function listUnmappedWords(): Promise<UnmappedWord[]> {
  const rows = await cached('categories of feeds', ['games'], () => prepared<Row>('raw-categories', READ))
  const found = new Map<string, UnmappedWord>()
  for (const { provider, raw, games } of rows) {
    const genres = findProvider(provider)?.genres
    for (const word of wordsOfRawCategory(raw)) {
      const slug = synonymSlug(word)
      if (!slug || categoriesOfGenres([word], genres).some((name) => findCategory(name) !== null)) continue
      const known = found.get(slug)
      found.set(slug, { word: known?.word ?? word, games: games + (known?.games ?? 0) })
    }
  }
  return [...found.values()].toSorted((a, b) => b.games - a.games).slice(0, WORDS_SHOWN)
}

type Row = { provider: string; raw: string; games: number }

const READ = `
  select provider, raw_category as raw, count(*)::int as games from games
  where id > (select max(id) - ${GAMES_READ} from games) and raw_category is not null and status <> 'deleted'
  group by 1, 2 order by 3 desc, 2 limit 2000`
