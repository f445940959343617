import { href } from 'react-router'
import { stateOf } from '../../blog/editor/drafts.server.ts'
import { postHref } from '../../community/community-href.ts'
import { prepared } from '../../db/query.server.ts'
import { visible } from '../../db/visible.server.ts'
import { formatDay } from '../../lib/dates.ts'
import { cut } from '../../lib/text.ts'
import { decisionHref } from '../admin-href.ts'
import { type Hit, HITS_OF_KIND, isShort, patternOf } from './search-rules.ts'

/** How many of the newest posts are read one by one. Common terms are found among these. */
const NEAR = 1000

const TITLE_LENGTH = 80

type Row = { id: number; text: string; username: string; at: Date; state: 'shown' | 'held' | 'removed' }

const STATES = { shown: null, held: 'Pending review', removed: 'Removed' } as const

/**
 * Finds posts of the board in any state by a part of title, text or tags, newest first. A short term is searched only
 * in the newest posts.
 */
export async function findPosts(term: string): Promise<Hit[]> {
  const size = isShort(term) ? 'short' : 'long'
  const rows = await prepared<Row>(`console-posts-${size}`, size === 'short' ? FIND_SHORT : FIND, [patternOf(term)])
  return rows.map(({ id, text, username, at, state }) => ({
    to: state === 'shown' ? postHref(id) : decisionHref({ kind: 'post', id: String(id) }),
    title: cut(text, TITLE_LENGTH),
    detail: `@${username}, ${formatDay(at)}`,
    ...(STATES[state] && { state: STATES[state] }),
    ...(state === 'held' && { isPending: true }),
  }))
}

/** The indexed text of a post. */
const TEXT = 'post_text(title, content, tags)'

const NEWEST = `
  near as materialized (select id, ${TEXT} as text from posts order by id desc limit ${NEAR}),
  newest as (select id from near where text like $1 order by id desc limit ${HITS_OF_KIND})`

// As in the search of the board: `id + 0` stops the planner from reading all posts by id.
const older = (state: string) => `(
  select id from posts where ${state} and id + 0 < (select min(id) from near) and ${TEXT} like $1
  order by id + 0 desc limit ${HITS_OF_KIND})`

const rowsOf = (found: string) => `
  select p.id, coalesce(nullif(p.title, ''), left(p.content, 400)) as text, u.username, p.created_at as at, p.state
  from (${found}) f join posts p on p.id = f.id join players u on u.id = p.player_id
  order by p.id desc limit ${HITS_OF_KIND}`

const FIND_SHORT = `with ${NEWEST} ${rowsOf('select id from newest')}`

// Once the limit is reached, the rest of the union is not read.
const FIND = `with ${NEWEST} ${rowsOf(`
  select id from newest union all ${older(visible())} union all ${older(`not (${visible()})`)} limit ${HITS_OF_KIND}`)}`

type BlogRow = { id: number; title: string; isPublished: boolean; publishedAt: Date | null; at: Date }

const BLOG_STATES = { draft: 'Draft', scheduled: 'Scheduled', published: null } as const

/** Finds posts of the blog and their drafts by a part of title or text, the last edited first. */
export async function findBlogPosts(term: string): Promise<Hit[]> {
  const rows = await prepared<BlogRow>('console-blog-posts', FIND_BLOG, [patternOf(term)])
  return rows.map(({ id, title, at, ...row }) => {
    const state = BLOG_STATES[stateOf(row)]
    return {
      to: href('/admin/blog/:id', { id: String(id) }),
      title: title || 'Untitled',
      detail: `Edited ${formatDay(at)}`,
      ...(state && { state }),
    }
  })
}

// Only operators write the blog, so it stays short enough to be read.
const FIND_BLOG = `
  select p.id, coalesce(d.fields ->> 'title', p.title) as title, p.is_published as "isPublished",
    p.published_at as "publishedAt", greatest(d.saved_at, p.updated_at) as at
  from blog_posts p
    left join lateral (select * from blog_drafts where post_id = p.id order by revision desc limit 1) d
      on not d.is_published
  where lower(p.title) like $1 or lower(p.source) like $1
    or lower(d.fields ->> 'title') like $1 or lower(d.fields ->> 'source') like $1
  order by greatest(d.saved_at, p.updated_at) desc, p.id desc limit ${HITS_OF_KIND}`
