import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { withoutCommonNew } from '../cards/badge-rules.ts'
import { CARD_COLUMNS, cardOf, NEWEST_FIRST, type Card, type CardRow } from '../cards/card.server.ts'
import { correctWords, findByLooseWords, findByMeaning, findByName, findByTitleWords } from './find-by-words.server.ts'
import { cleanTerm, FEW_FOUND, SEARCH_LIMIT } from './search-rules.ts'
import { withoutFillers, wordsOf } from './search-words.ts'

const HALF = SEARCH_LIMIT / 2

/** Length of the longest indexed title prefix. */
const PREFIX = 4

/** Maximum number of titles with the same first four letters, newest first, that are searched for a longer term. */
const BEGINNINGS = 1000

/**
 * The maximum number of titles read that have the term at one position. If there are more, the result is based on a
 * sample.
 */
const CANDIDATES = 1000

/** Keep in step with `title_places` in the migration: a span is two adjacent blocks of 2^13 ids. */
const SPAN_BITS = 13

/** Keep in step with `title_places`: later positions count as this one. */
const LAST_PLACE = 20

/** Length of the longest n-grams that `title_places` returns. */
const GRAM = 3

type Found = CardRow & {
  /** Position of the term in the title, from 1. */
  position: number
  /** Whether the term consists of whole words there, instead of parts of words. */
  isWholeWords: boolean
}

export type SearchResult = {
  games: Card[]
  /** How many of these match the term as typed; they come first. */
  asTyped: number
  /** The corrected term that was also searched, because the typed term has few or no results. */
  instead: string | null
}

/**
 * Finds games for a term. Titles that contain it come first. If these are few, titles with its words in another order,
 * joined or split, follow, then games of the category or tags that it names, then matches of its corrected spelling
 * (docs/product.md#search-results).
 */
export async function search(term: string): Promise<SearchResult> {
  const text = cleanTerm(term)
  const typed = await searchLoosely(text)
  if (typed.length >= FEW_FOUND || !text)
    return { games: withoutCommonNew(typed), asTyped: typed.length, instead: null }
  const corrected = await correctWords(wordsOf(text))
  const instead = corrected && corrected.join(' ')
  const games = instead === null ? typed : merged(typed, await searchLoosely(instead))
  return {
    games: withoutCommonNew(games),
    asTyped: typed.length,
    instead: games.length > typed.length ? instead : null,
  }
}

async function searchLoosely(text: string): Promise<Card[]> {
  const exact = await searchGames(text)
  if (exact.length >= FEW_FOUND) return exact
  const words = withoutFillers(wordsOf(text))
  let found = exact
  // These run one after the other, since each wider search reads more.
  for (const look of [findByTitleWords, findByLooseWords, findByName, findByMeaning]) {
    if (found.length < FEW_FOUND && words.length) found = merged(found, (await look(words)).map(cardOf))
  }
  return found
}

/** Joins two lists without duplicates, `first` before `more`. */
function merged(first: Card[], more: Card[]): Card[] {
  return [...new Map([...first, ...more].map((card) => [card.id, card])).values()].slice(0, SEARCH_LIMIT)
}

/**
 * Returns games whose title contains the term, ignoring case: at most 25 self-hosted and 25 of providers, by earliest
 * position of the term, then whole words before parts of words, self-hosted before others, newest first; cut to 50. An
 * empty term finds nothing.
 */
export async function searchGames(term: string): Promise<Card[]> {
  const text = cleanTerm(term).toLowerCase()
  if (!text) return []
  const [own, provided] = await Promise.all([searchOwn(text), searchProvided(text)])
  return [...own, ...provided]
    .sort(
      (a, b) =>
        a.position - b.position ||
        Number(b.isWholeWords) - Number(a.isWholeWords) ||
        Number(b.provider === 'own') - Number(a.provider === 'own') ||
        b.created_at.getTime() - a.created_at.getTime(),
    )
    .slice(0, SEARCH_LIMIT)
    .map(cardOf)
}

/*
 * Matches are materialized before their games are joined: with outdated statistics of an empty catalogue, the planner
 * would repeat the search for each game.
 */

/** Whether the term ($1) consists of whole words at its first occurrence in a title. */
const IS_WHOLE_WORDS = `substr(search_title, strpos(search_title, $1) - 1, 1) ||
  substr(search_title, strpos(search_title, $1) + length($1), 1) !~ '[[:alnum:]]'`

const FROM = 'from games g join game_views v on v.game_id = g.id'

/** There are few self-hosted games, and they have a separate index. */
function searchOwn(text: string): Promise<Found[]> {
  return prepared<Found>(
    'search-own',
    `select ${CARD_COLUMNS}, strpos(g.search_title, $1) as position, ${IS_WHOLE_WORDS} as "isWholeWords" ${FROM}
     where g.provider = 'own' and ${listed('g')} and strpos(g.search_title, $1) > 0
     order by position, "isWholeWords" desc, ${NEWEST_FIRST} limit ${HALF}`,
    [text],
  )
}

/**
 * Titles that begin with the term always come first, whole words before parts of words. A prefix index returns them
 * newest first. Other titles are searched only if these do not fill the list.
 */
async function searchProvided(text: string): Promise<Found[]> {
  const first = await searchBeginnings(text)
  if (first.length >= HALF) return first
  const known = new Set(first.map(({ id }) => id))
  const inside = await searchPlaces(text)
  return [...first, ...inside.filter(({ id }) => !known.has(id))].slice(0, HALF)
}

function searchBeginnings(text: string): Promise<Found[]> {
  const letters = Array.from(text)
  const size = Math.min(letters.length, PREFIX)
  // This filters titles with the same first letters in the order of their index, so that few are read.
  return prepared<Found>(
    `search-prefix-${size}`,
    `with c as materialized (
       select id, ${IS_WHOLE_WORDS} as is_whole from (
         select id, search_title, created_at, feed_position from games g
         where provider <> 'own' and ${listed()} and left(search_title, ${size}) = $2
         order by ${NEWEST_FIRST} limit ${BEGINNINGS}
       ) g where starts_with(search_title, $1) order by is_whole desc, ${NEWEST_FIRST} limit ${HALF}
     )
     select ${CARD_COLUMNS}, 1 as position, c.is_whole as "isWholeWords"
     from c join games g on g.id = c.id join game_views v on v.game_id = c.id
     order by c.is_whole desc, ${NEWEST_FIRST}`,
    [text, letters.slice(0, size).join('')],
  )
}

/**
 * Searches position by position until the list is full, in an index of the positions of a title's letters, pairs and
 * triples: later matches are never counted or read. If a position has many matches, those among the newest ids are
 * enough; otherwise the whole position is searched. Position 1 is skipped if `searchBeginnings` has found all of it.
 */
function searchPlaces(text: string): Promise<Found[]> {
  const letters = Array.from(text)
  const first = letters.length > PREFIX ? 1 : 2
  const atPlace = (places: string, more: string) =>
    `select id, created_at, feed_position, strpos(search_title, $1) as position,
      ${IS_WHOLE_WORDS} as is_whole from games
     where provider <> 'own' and ${listed()} and title_places(search_title, id) @> (${places})
       and least(strpos(search_title, $1), ${LAST_PLACE}) = place ${more} limit ${CANDIDATES}`
  const places = '($2::text[])[(place - 1) * $3::int + 1 : place * $3::int]'
  return prepared<Found>(
    `search-places-${first}`,
    // A lateral join reads one position after the other, and stops once the limit is reached.
    `with f as materialized (
       select at_place.id, at_place.position, at_place.is_whole
       from (select max(id) >> ${SPAN_BITS} as latest from games) span
       cross join generate_series(${first}, ${LAST_PLACE}) place
       cross join lateral (
         with newest as materialized (${atPlace(`${places} || ('#' || latest)`, '')}),
           found as (select count(*) >= ${HALF} or latest <= 1 as enough from newest)
         select id, position, is_whole from (
           select * from newest where (select enough from found)
           union all (${atPlace(places, 'and not (select enough from found)')})
         ) g order by position, is_whole desc, ${NEWEST_FIRST} limit ${HALF}
       ) at_place
       limit ${HALF}
     )
     select ${CARD_COLUMNS}, f.position, f.is_whole as "isWholeWords"
     from f join games g on g.id = f.id join game_views v on v.game_id = f.id
     order by f.position, f.is_whole desc, ${NEWEST_FIRST}`,
    [text, ...placesOf(letters)],
  )
}

/**
 * Returns the entries that `title_places` contains for titles with the term at position 1, 2 and so on, in one list,
 * and the number of entries per position.
 */
function placesOf(letters: string[]): [places: string[], each: number] {
  const size = Math.min(letters.length, GRAM)
  const offsets: number[] = []
  for (let at = 0; at < letters.length - size; at += size) offsets.push(at)
  offsets.push(letters.length - size)
  const places = Array.from({ length: LAST_PLACE }, (_, at) =>
    offsets.map(
      (offset) => `${Math.min(at + 1 + offset, LAST_PLACE)}:${letters.slice(offset, offset + size).join('')}`,
    ),
  )
  return [places.flat(), offsets.length]
}
