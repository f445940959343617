import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { CARD_COLUMNS, type CardRow } from '../cards/card.server.ts'
import { BRAINROT, categorySlug, findCategory } from '../catalogue/category-rules.ts'
import { SEARCH_LIMIT } from './search-rules.ts'
import { correctionOf, type KnownWord, wordQueries } from './search-words.ts'

/*
 * Values are wrapped in a `select` to hide them from the planner. Otherwise the planner reads the statistics of all
 * words and plans each query again, which takes longer than the search.
 */

/** The maximum number of matching games that are read. If there are more, the result is based on a sample. */
const CANDIDATES = 500

/** The maximum number of known words that are compared with a typed one. Words that the most games use come first. */
const SIMILAR = 100

/**
 * Up to this many completions of a word are searched one by one, since the index then reads far less than for the
 * prefix.
 */
const ENDINGS = 8

/** Returns games whose title has all these words, in any order, most viewed first. */
export function findByTitleWords(words: string[]): Promise<CardRow[]> {
  return withWords(wordQueries(words).titles)
}

/** Returns other games, whose title has these words joined or split, or has a longer last word. */
export async function findByLooseWords(words: string[]): Promise<CardRow[]> {
  const { loose } = wordQueries(words, await endingsOf(words.at(-1) ?? ''))
  return loose ? withWords(loose) : []
}

/** Returns the known words with this prefix, or null if there are none or too many to search one by one. */
async function endingsOf(beginning: string): Promise<string[] | null> {
  const rows = await prepared<{ word: string }>(
    'search-endings',
    `select word from search_words where word ~>=~ $1 and word ~<~ ($1 || chr(1114111)) limit ${ENDINGS + 1}`,
    [beginning],
  )
  return rows.length && rows.length <= ENDINGS ? rows.map(({ word }) => word) : null
}

/** Returns games of the category or tag that the words together name, most viewed first. */
export function findByName(words: string[]): Promise<CardRow[]> {
  const most = (from: string) => `(select game_id from ${from} order by views desc, game_id desc limit ${SEARCH_LIMIT})`
  return prepared<CardRow>(
    'search-named',
    `with n as materialized (
       ${most('game_categories where category = (select $1)')}
       union ${most('game_tags where tag = (select $2)')}
       union ${most('game_tags where tag = (select $3)')}
     )
     select ${CARD_COLUMNS} from n join games g on g.id = n.game_id join game_views v on v.game_id = n.game_id
     order by v.views desc, g.id desc limit ${SEARCH_LIMIT}`,
    [categoryNamed(words) ?? '', words.join(' '), words.join('-')],
  )
}

/** Returns other games that have each of the words in their title, category or tags, most viewed first. */
export function findByMeaning(words: string[]): Promise<CardRow[]> {
  return withWords(wordQueries(words).tagged)
}

/** Returns the slug of the category that the words name, by name or synonym, or null. */
export function categoryNamed(words: string[]): string | null {
  const slug = words.join('-')
  if (slug === BRAINROT) return BRAINROT
  const category = findCategory(slug)
  return category && categorySlug(category)
}

function withWords(query: string): Promise<CardRow[]> {
  return prepared<CardRow>(
    'search-words',
    `with c as materialized (
       select id from games where ${listed()}
         and game_words(search_title, categories, tags) @@ (select $1::tsquery)
         limit ${CANDIDATES}
     )
     select ${CARD_COLUMNS} from c join games g on g.id = c.id join game_views v on v.game_id = c.id
     order by v.views desc, g.id desc limit ${SEARCH_LIMIT}`,
    [query],
  )
}

/** Returns the words with their spelling corrected, or null if there is nothing to correct. */
export async function correctWords(words: string[]): Promise<string[] | null> {
  if (!words.length) return null
  const rows = await prepared<KnownWord & { typed: string }>(
    'search-similar',
    `select t.typed, s.word, s.games from unnest((select $1::text[])) t(typed) cross join lateral (
       (select word, games from search_words where word = t.typed)
       union
       (select word, games from search_words where word_slips(word) && word_slips(t.typed)
        order by games desc limit ${SIMILAR})
     ) s`,
    [words],
  )
  const corrected = words.map(
    (word) =>
      correctionOf(
        word,
        rows.filter(({ typed }) => typed === word),
      ) ?? word,
  )
  return corrected.some((word, at) => word !== words[at]) ? corrected : null
}
