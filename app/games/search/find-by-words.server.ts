import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { CARD_COLUMNS, type CardRow } from '../cards/card.server.ts'
import { BRAINROT, categorySlug, findCategory } from '../catalogue/category-rules.ts'
import { SEARCH_LIMIT } from './search-rules.ts'
import { correctionOf, type KnownWord, wordQueries } from './search-words.ts'

/*
 * Values are wrapped in a `select` to hide them from the planner. Otherwise it reads the statistics of all words and
 * plans each query again, which takes longer than the search.
 */

/** Maximum number of games read that have the words; beyond it, an enormous catalogue is sampled. */
const CANDIDATES = 500

/** Maximum number of known words compared that share a typo with a typed one: those of most games. */
const SIMILAR = 100

/**
 * Up to this many completions of a word are searched one by one: an index reads far less for them than for the prefix.
 */
const ENDINGS = 8

/** Games whose title has all these words, in any order, most viewed first. */
export function findByTitleWords(words: string[]): Promise<CardRow[]> {
  return withWords(wordQueries(words).titles)
}

/** Other games, with words joined or split, or with a longer last word. */
export async function findByLooseWords(words: string[]): Promise<CardRow[]> {
  const { loose } = wordQueries(words, await endingsOf(words.at(-1) ?? ''))
  return loose ? withWords(loose) : []
}

/** The known words with this prefix; null if there are none, or too many to search one by one. */
async function endingsOf(beginning: string): Promise<string[] | null> {
  const rows = await prepared<{ word: string }>(
    'search-endings',
    `select word from search_words where word ~>=~ $1 and word ~<~ ($1 || chr(1114111)) limit ${ENDINGS + 1}`,
    [beginning],
  )
  return rows.length && rows.length <= ENDINGS ? rows.map(({ word }) => word) : null
}

/** Games of the category or tag that all of the words together name, most viewed first. */
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

/** Other games that have each of the words in title, category or tags, most viewed first. */
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
