import { listed } from '../../db/listed.server.ts'
import { preparedRows } from '../../db/query.server.ts'
import { CARD_COLUMNS, cardOf, NEWEST_FIRST, type Card, type CardRow } from '../cards/card.server.ts'
import { cleanTerm, SEARCH_LIMIT } from './search-rules.ts'

const HALF = SEARCH_LIMIT / 2

/** Titles looked at, at the most, for a term in the middle of a title; beyond it an enormous catalogue is sampled. */
const CANDIDATES = 1000

type Found = CardRow & { position: number }

/**
 * Games whose title contains the term, without case: at most 25 of our own and 25 of providers, by earliest position
 * of the term, then newest, cut to 50 (docs/product.md, Search; docs/product.md, Catalogue). An empty term finds nothing.
 */
export async function searchGames(term: string): Promise<Card[]> {
  const text = cleanTerm(term).toLowerCase()
  if (!text) return []
  const [own, provided] = await Promise.all([searchOwn(text), searchProvided(text)])
  return [...own, ...provided]
    .sort((a, b) => a.position - b.position || b.created_at.getTime() - a.created_at.getTime())
    .slice(0, SEARCH_LIMIT)
    .map(cardOf)
}

const FROM = 'from games g join game_views v on v.game_id = g.id'

/** An installation's own games are few, and have an index of their own. */
function searchOwn(text: string): Promise<Found[]> {
  return preparedRows<Found>(
    'search-own',
    `select ${CARD_COLUMNS}, strpos(g.search_title, $1) as position ${FROM}
     where g.provider = 'own' and ${listed('g')} and strpos(g.search_title, $1) > 0
     order by position, ${NEWEST_FIRST} limit ${HALF}`,
    [text],
  )
}

/**
 * Titles that begin with the term come first whatever else there is, and an index over their first letters gives them
 * newest first; only where they do not fill the list are the others looked for.
 */
async function searchProvided(text: string): Promise<Found[]> {
  const first = await searchBeginnings(text)
  if (first.length >= HALF) return first
  const known = new Set(first.map(({ id }) => id))
  const inside = await searchInside(text)
  return [...first, ...inside.filter(({ id }) => !known.has(id))].slice(0, HALF)
}

function searchBeginnings(text: string): Promise<Found[]> {
  const letters = Array.from(text)
  const size = Math.min(letters.length, 4)
  const goesOn = letters.length > size
  // Longer terms are looked for among those with the same four letters: in the index's order, so that few are read.
  return preparedRows<Found>(
    `search-prefix-${size}${goesOn ? '-goes-on' : ''}`,
    `select ${CARD_COLUMNS}, 1 as position
     from (
       select id from (
         select id, search_title from games g
         where provider <> 'own' and ${listed('g')} and left(search_title, ${size}) = $1
         order by ${NEWEST_FIRST} limit ${CANDIDATES}
       ) g ${goesOn ? 'where starts_with(search_title, $2)' : ''} limit ${HALF}
     ) c
     join games g on g.id = c.id join game_views v on v.game_id = c.id order by ${NEWEST_FIRST}`,
    goesOn ? [letters.slice(0, size).join(''), text] : [text],
  )
}

/** By trigrams; a term without three letters in a row has none, and is found by its letters or pairs of them. */
function searchInside(text: string): Promise<Found[]> {
  const hasTrigram = /[a-z0-9]{3}/.test(text)
  return preparedRows<Found>(
    `search-inside-${hasTrigram ? 'trigrams' : 'grams'}`,
    `with candidates as materialized (
       select id, created_at, feed_position, strpos(search_title, $1) as position from games g
       where provider <> 'own' and ${listed('g')}
         and ${hasTrigram ? 'search_title like $2' : 'title_grams(search_title) @> $2::text[] and strpos(search_title, $1) > 0'}
       limit ${CANDIDATES}
     )
     select ${CARD_COLUMNS}, c.position
     from (select id, position from candidates g order by position, ${NEWEST_FIRST} limit ${HALF}) c
     join games g on g.id = c.id join game_views v on v.game_id = c.id
     order by c.position, ${NEWEST_FIRST}`,
    [text, hasTrigram ? `%${escapeLike(text)}%` : gramsOf(text)],
  )
}

/** As `title_grams` in the migration makes them: a single letter, else each pair. */
function gramsOf(text: string): string[] {
  const letters = Array.from(text)
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
