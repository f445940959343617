import { prepared } from '../db/query.server.ts'
import { fileHref } from '../lib/file-href.ts'
import type { ReportReason } from './moderation-rules.ts'
import type { Subject } from './subject.server.ts'
import { COMMENT_VERSION, POST_VERSION } from './text-version.server.ts'

/** A moderated item as operators see it. Dates are ISO strings. */
export type ModeratedItem = {
  subject: Subject
  /** Empty unless the item is a post with a title. */
  title: string
  /** Empty unless the item is a post or comment. */
  content: string
  redirectUrl: string | null
  /** Empty unless the item is a post whose link has a title. */
  redirectTitle: string
  tags: string[]
  /** The game that the post is about, listed or not; null if none. */
  gameTitle: string | null
  picture: string | null
  /** Null unless the item is a post or comment. */
  state: 'shown' | 'held' | 'removed' | null
  /** The reason for the review (`first`, `word`), or for the removal. */
  stateWhy: string
  createdAt: string
  /** For a post, its own id; for a comment, the id of its post; otherwise null. */
  postId: number | null
  owner: Owner
  /** The open reports by reason. `words` are the newest ten explanations in these reports. */
  reasons: { reason: ReportReason; count: number }[]
  words: string[]
  /** Id of the newest act on the item, or 0. A decision must send it back. */
  seen: number
  /** Version of the text of a post or comment, otherwise empty. A decision must send it back. */
  version: string
}

/** The player who owns the item. */
export type Owner = {
  username: string
  fullName: string
  avatar: string | null
  joinedAt: string
  isOperator: boolean
  posts: number
  comments: number
  /** The number of the player's posts and comments that operators have removed. */
  removals: number
  suspendedUntil: string | null
  suspendedWhy: string
  /** Id of the newest act on the account, or 0. */
  seen: number
}

/** Returns the items in the given order. Omits items that no longer exist. */
export async function readModeratedItems(subjects: Subject[]): Promise<ModeratedItem[]> {
  if (!subjects.length) return []
  const [kinds, ids] = [subjects.map(({ kind }) => kind), subjects.map(({ id }) => id)]
  const rows = await prepared<{ item: Omit<ModeratedItem, 'subject'> & Subject }>('things', READ, [kinds, ids])
  return rows.map(({ item: { kind, id, owner, ...item } }) => ({
    ...item,
    subject: { kind, id },
    owner: { ...owner, avatar: owner.avatar && fileHref(owner.avatar) },
  }))
}

/** Returns an item, or null if it no longer exists. */
export async function findModeratedItem(subject: Subject): Promise<ModeratedItem | null> {
  return (await readModeratedItems([subject]))[0] ?? null
}

/** SQL: the columns of an `Owner`, selected from a player `a`. */
export const OWNER_COLUMNS = `a.username, a.full_name as "fullName", a.avatar, a.created_at as "joinedAt",
  a.role = 'operator' as "isOperator",
  (select count(*)::int from posts where player_id = a.id) as posts,
  (select count(*)::int from comments where player_id = a.id) as comments,
  (select count(*)::int from posts where player_id = a.id and state = 'removed')
    + (select count(*)::int from comments where player_id = a.id and state = 'removed') as removals,
  case when a.suspended_until > now() then a.suspended_until end as "suspendedUntil", a.suspended_why as "suspendedWhy",
  (select coalesce(max(id), 0) from operator_acts where on_kind = 'player' and on_id = a.id::text) as seen`

const READ = `
  select to_jsonb(t) - 'place' as item from (
    select s.kind, s.id, coalesce(p.title, '') as title, coalesce(p.content, c.content, '') as content,
      p.redirect_url as "redirectUrl", coalesce(p.redirect_title, '') as "redirectTitle",
      coalesce(p.tags, '{}') as tags, (select title from games where id = p.game_id) as "gameTitle",
      case s.kind
        when 'post' then p.media_url
        when 'picture' then s.id
        when 'player' then '/files/' || a.avatar
      end as picture,
      coalesce(p.state, c.state) as state, coalesce(p.state_why, c.state_why, '') as "stateWhy",
      coalesce(p.created_at, c.created_at, a.created_at) as "createdAt", coalesce(p.id, c.post_id) as "postId",
      (select to_json(o) from (select ${OWNER_COLUMNS}) o) as owner,
      coalesce((select json_agg(r) from (
        select reason, count(*)::int as count from reports
        where kind = s.kind and on_id = s.id and decision is null group by reason order by count desc, reason
      ) r), '[]') as reasons,
      coalesce((select json_agg(r.words) from (
        select words from reports
        where kind = s.kind and on_id = s.id and decision is null and words <> '' order by id desc limit 10
      ) r), '[]') as words,
      (select coalesce(max(id), 0) from operator_acts where on_kind = s.kind and on_id = s.id) as seen,
      case s.kind when 'post' then ${POST_VERSION} when 'comment' then ${COMMENT_VERSION} else '' end as version,
      s.place
    from unnest($1::text[], $2::text[]) with ordinality s (kind, id, place)
    left join posts p on p.id = case s.kind when 'post' then s.id::int end
    left join comments c on c.id = case s.kind when 'comment' then s.id::int end
    join players a on a.id = coalesce(p.player_id, c.player_id, case
      when s.kind in ('player', 'picture') then substring(s.id from '[0-9a-f-]{36}')::uuid end)
  ) t order by t.place`
