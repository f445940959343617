import { blocked } from '../../db/blocked.server.ts'
import { visible } from '../../db/visible.server.ts'
import { PLAYER_OF_TOKEN } from '../../server/sessions/session.server.ts'
import type { BoardQuery } from './board-query.ts'

/** Adds a value to a statement and returns its placeholder. */
type Bind = (value: unknown) => string

/** Greater than every id and score. */
const LAST = 2_147_483_647

/** The number of newest posts that a search reads one by one, without the index. Common terms are found among these. */
const NEAR = 1000

/** Like NEAR, for a term that is too short for the trigram index. Older posts are not searched for such a term. */
const NEAR_SHORT = 4000

/**
 * The number of search results among which the most popular are found, and of a player's own posts that are searched.
 */
const LOOKED_AT = 1000

/**
 * Returns a query for the ids of a list's next posts, at most `most`. Every variant uses an index
 * (docs/product.md#board). Its first value is a session token, or null.
 */
export function findIds(bind: Bind, query: BoardQuery, most: number): string {
  if (query.tab === 'my-posts') return query.search ? searchOwn(bind, query, most) : listOwn(bind, query, most)
  if (query.tab === 'popular') return listPopular(bind, query, most)
  return query.search ? searchNewest(bind, query, query.after?.id ?? LAST, most) : listNewest(bind, query, most)
}

/** SQL condition for posts `p` of the requested type that the viewer may see. */
function conditions(bind: Bind, { type }: BoardQuery): string {
  return `${visible('p')}
    and not ${blocked('p.player_id', PLAYER_OF_TOKEN)}${type ? ` and p.type = ${bind(type)}` : ''}`
}

function listNewest(bind: Bind, query: BoardQuery, most: number): string {
  return `
    select p.id from posts p where ${conditions(bind, query)} and p.id < ${bind(query.after?.id ?? LAST)}
    order by p.id desc limit ${most}`
}

function listPopular(bind: Bind, query: BoardQuery, most: number): string {
  const { type, search, after } = query
  return `
    ${search ? `with counted as materialized (${countFound(bind, query)})` : ''}
    select p.id from ${search ? 'counted' : 'post_counts'} n join posts p on p.id = n.post_id
    where n.is_shown and ${conditions(bind, query)}${type ? ` and n.type = ${bind(type)}` : ''}
      and (n.score, n.post_id) < (${bind(after?.score ?? LAST)}::int, ${bind(after?.id ?? LAST)}::int)
    order by n.score desc, n.post_id desc limit ${most}`
}

/**
 * The counts of the newest search results, from which the popular ones are chosen. `offset 0` makes PostgreSQL read
 * them one by one instead of searching all counts.
 */
function countFound(bind: Bind, query: BoardQuery): string {
  return `
    select n.* from (${searchNewest(bind, query, LAST, LOOKED_AT)}) found
    cross join lateral (select * from post_counts where post_id = found.id offset 0) n`
}

/** A player's own posts in any state. */
function listOwn(bind: Bind, { type, after }: BoardQuery, most: number): string {
  return `
    select p.id from posts p
    where p.player_id = ${PLAYER_OF_TOKEN}
      and p.id < ${bind(after?.id ?? LAST)}${type ? ` and p.type = ${bind(type)}` : ''}
    order by p.id desc limit ${most}`
}

function searchOwn(bind: Bind, query: BoardQuery, most: number): string {
  return `
    select p.id from (${listOwn(bind, query, LOOKED_AT)}) own join posts p on p.id = own.id
    where ${contains(TEXT, patternsOf(bind, query.search))} order by p.id desc limit ${most}`
}

/**
 * Posts before an id that contain all words of a term, including inside words. The newest posts are read one by one,
 * which is enough for common terms. The rest come from the trigram index, which has no order, so all matches are
 * sorted. `id + 0` prevents the planner from reading the index of ids, which would read the whole board.
 */
function searchNewest(bind: Bind, query: BoardQuery, before: number, most: number): string {
  const where = conditions(bind, query)
  const patterns = patternsOf(bind, query.search)
  const isShort = !hasTrigram(query.search)
  const near = `
    near as materialized (
      select p.id, ${TEXT} as text from posts p where ${where} and p.id < ${bind(before)} order by p.id desc
      limit ${isShort ? NEAR_SHORT : Math.max(NEAR, 4 * most)}
    )`
  const inNear = `(select id from near where ${contains('text', patterns)} order by id desc limit ${most})`
  if (isShort) return `with ${near} ${inNear}`
  return `
    with ${near}
    ${inNear}
    union all
    (
      select p.id from posts p
      where ${where} and p.id + 0 < (select min(id) from near) and ${contains(INDEXED_TEXT, patterns)}
      order by p.id + 0 desc limit ${most}
    )
    limit ${most}`
}

/** The searched text of a post `p`: title, content and tags. */
const TEXT = `lower(p.title || ' ' || p.content || ' ' || array_to_string(p.tags, ' '))`
/** The same text as an expression of the index `posts_text`. */
const INDEXED_TEXT = 'post_text(p.title, p.content, p.tags)'

function contains(text: string, patterns: string[]): string {
  return patterns.map((pattern) => `${text} like ${pattern}`).join(' and ')
}

/**
 * The maximum number of words of a term to search for, longest first. Each word costs time, and more are not needed.
 */
const WORDS = 5

/** Returns a placeholder for a `like` pattern of each word of a term. */
function patternsOf(bind: Bind, term: string): string[] {
  return wordsOf(term).map((word) => `lower(${bind(`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`)})`)
}

/**
 * Returns the properties in which the statements of two terms differ: the number of words, and whether the index can
 * find them.
 */
export function searchShape(term: string): string {
  return `${wordsOf(term).length}${hasTrigram(term) ? '' : '-short'}`
}

function wordsOf(term: string): string[] {
  return term
    .split(' ')
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS)
}

/** Whether a word of the term has three consecutive letters or digits. */
function hasTrigram(term: string): boolean {
  return wordsOf(term).some((word) => /[\p{L}\p{N}]{3}/u.test(word))
}
