import { blocked } from '../db/blocked.server.ts'
import { visible } from '../db/visible.server.ts'
import { PLAYER_OF_TOKEN } from '../server/session.server.ts'
import type { BoardQuery } from './board-query.ts'

/** Adds a value to those of a statement, and gives its name in the text. */
type Bind = (value: unknown) => string

/** Larger than every id and score. */
const LAST = 2_147_483_647

/** In step with `post_words` in the migration: a span has the posts of two ids without so many bits. */
const SPAN_BITS = 13

/** The newest posts that a search looks at one by one: what many of them say is found at once, without asking the index for all. */
const NEAR = 160

/** Of the posts that a search finds, so many are looked at for the popular ones; of a player's own as many for what is searched. */
const LOOKED_AT = 1000

/**
 * A query for the ids of a list's next posts, `most` of them, by an index whatever is asked (docs/product.md, Community). Its first value
 * is the token of a session, or null.
 */
export function findIds(bind: Bind, asked: BoardQuery, most: number): string {
  if (asked.tab === 'my-posts') return asked.search ? searchOwn(bind, asked, most) : listOwn(bind, asked, most)
  if (asked.tab === 'popular') return listPopular(bind, asked, most)
  return asked.search ? searchNewest(bind, asked, asked.after?.id ?? LAST, most) : listNewest(bind, asked, most)
}

/** What holds for each post `p` of a list for who asks. */
function conditions(bind: Bind, { type }: BoardQuery): string {
  return `${visible('p')} and not ${blocked('p.player_id', PLAYER_OF_TOKEN)}${type ? ` and p.type = ${bind(type)}` : ''}`
}

function listNewest(bind: Bind, asked: BoardQuery, most: number): string {
  return `
    select p.id from posts p where ${conditions(bind, asked)} and p.id < ${bind(asked.after?.id ?? LAST)}
    order by p.id desc limit ${most}`
}

function listPopular(bind: Bind, asked: BoardQuery, most: number): string {
  const { type, search, after } = asked
  return `
    ${search ? `with counted as materialized (${countFound(bind, asked)})` : ''}
    select p.id from ${search ? 'counted' : 'post_counts'} n join posts p on p.id = n.post_id
    where n.is_shown and ${conditions(bind, asked)}${type ? ` and n.type = ${bind(type)}` : ''}
      and (n.score, n.post_id) < (${bind(after?.score ?? LAST)}::int, ${bind(after?.id ?? LAST)}::int)
    order by n.score desc, n.post_id desc limit ${most}`
}

/** The counts of the newest that a search finds, among which the popular ones are; read one by one, and not looked for among all. */
function countFound(bind: Bind, asked: BoardQuery): string {
  return `
    select n.* from (${searchNewest(bind, asked, LAST, LOOKED_AT)}) found
    cross join lateral (select * from post_counts where post_id = found.id offset 0) n`
}

/** A player's own, whatever has become of them. */
function listOwn(bind: Bind, { type, after }: BoardQuery, most: number): string {
  return `
    select p.id from posts p
    where p.player_id = ${PLAYER_OF_TOKEN} and p.id < ${bind(after?.id ?? LAST)}${type ? ` and p.type = ${bind(type)}` : ''}
    order by p.id desc limit ${most}`
}

function searchOwn(bind: Bind, asked: BoardQuery, most: number): string {
  return `
    select p.id from (${listOwn(bind, asked, LOOKED_AT)}) own join posts p on p.id = own.id
    where ${says('p', wordsOf(bind(asked.search)))} order by p.id desc limit ${most}`
}

/**
 * Posts before an id that have all words of a term: first the newest, one by one, which ends the search for what many say; then by the index
 * over their words, span by span of ids from the newest down, until there are enough. An index over words knows no order, so for all
 * that it found the whole board would be read.
 *
 * To take the words of a post apart takes 0.2 ms, so of the newest only those are that have the signs of the term anywhere. And `id + 0`
 * keeps the planner from reading the index of all ids below another: a span has few.
 */
function searchNewest(bind: Bind, asked: BoardQuery, before: number, most: number): string {
  const where = conditions(bind, asked)
  return `
    with term as materialized (select ${wordsOf(bind(asked.search))} as words, ${signsOf(bind(asked.search))} as signs),
    near as materialized (select p.id from posts p where ${where} and p.id < ${bind(before)} order by p.id desc limit ${NEAR}),
    far as materialized (select min(id) as before from near)
    (
      select p.id from near join posts p on p.id = near.id
      where lower(p.title || ' ' || p.content || ' ' || array_to_string(p.tags, ' ')) like all ((select signs from term)::text[])
        and ${says('p', '(select words from term)')}
      order by near.id desc limit ${most}
    )
    union all
    (
      select in_span.id
      from generate_series((select (before - 1) >> ${SPAN_BITS} from far), 0, -2) span
      cross join lateral (
        select p.id from posts p
        where ${where} and p.id + 0 < (select before from far)
          and ${says('p', `((select words from term) && ('#' || span)::tsquery)`)}
        order by p.id desc limit ${most}
      ) in_span
    )
    limit ${most}`
}

/** That a post has words; in step with the index `posts_search`. */
function says(post: string, words: string): string {
  return `post_words(${post}.title, ${post}.content, ${post}.tags, ${post}.id) @@ ${words}`
}

/** Of a term so many words are looked for, the longest: each of them costs, and no more are needed. */
const WORDS = 5
/** Bytes. Of what is shorter one of two bytes is looked for as a beginning, since it may be on its way, and others as they stand: too much begins so. */
const BEGINNING = 3

/** The words of a term, each also as the beginning of one; null where it has none. */
function wordsOf(term: string): string {
  return String.raw`(
    select string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || case when is_beginning then ''':*' else '''' end, ' & ')::tsquery
    from ${lexemesOf(term)})`
}

/** Patterns for `like` of texts that have the signs of each word of a term; nothing that it reads as a pattern is in a word. */
function signsOf(term: string): string {
  return `(select array_agg('%' || lexeme || '%') from ${lexemesOf(term)})`
}

/** Taken apart as the words of posts are. */
function lexemesOf(term: string): string {
  return String.raw`(
    select lexeme, octet_length(lexeme) >= ${BEGINNING}
        or octet_length(lexeme) = 2 and row_number() over (partition by octet_length(lexeme) order by lexeme) = 1 as is_beginning
    from unnest(to_tsvector('simple', translate(${term}, '/.<>-@:+&%_~=?#!*|\^', '                    ')))
    order by length(lexeme) desc, lexeme limit ${WORDS}
  ) words`
}
