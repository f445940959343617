import { categoriesOf } from '../../catalogue/category-rules.ts'
import { categoriesOfGenres } from '../../import/genres.ts'
import { findProvider } from '../../import/providers.server.ts'
import { synonymSlug } from '../known-categories.ts'

export type FedGame = { id: number; provider: string; rawCategory: string; categories: string[]; tags: string[] }

/**
 * Returns a game's categories as the next import would read them, if one of the feed's words is the synonym `word` and
 * the categories differ; otherwise null.
 */
export function mapCategories(
  { id, provider, rawCategory, categories, tags }: FedGame,
  word: string,
): { id: number; categories: string[] } | null {
  const words = wordsOfRawCategory(rawCategory)
  if (!words.some((one) => synonymSlug(one) === word)) return null
  const next = categoriesOf(categoriesOfGenres(words, findProvider(provider)?.genres), tags)
  return next.join() === categories.join() ? null : { id, categories: next }
}

/** Returns the words in a feed's category field, which several feed readers join with commas. */
export function wordsOfRawCategory(raw: string): string[] {
  return raw
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}
