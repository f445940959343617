import { blocked } from '../db/blocked.server.ts'
import { prepared } from '../db/query.server.ts'
import { visible } from '../db/visible.server.ts'
import type { ReportKind, ReportReason } from './moderation-rules.ts'
import { isIdOf, type Subject } from './subject.server.ts'

/** An item that can be reported, as the reporter sees it. */
export type Reportable = { subject: Subject; aboutId: string; name: string; isReported: boolean }

/**
 * Finds the item that a player wants to report: a post or comment by its number, a player by username, a picture by its
 * path. Returns null if the item does not exist or is not public.
 */
export async function findReportable(reporterId: string, kind: ReportKind, id: string): Promise<Reportable | null> {
  if (kind === 'player' ? !/^[\w.-]{3,30}$/.test(id) : !isIdOf(kind, id)) return null
  const [found] = await prepared<{ id: string; aboutId: string; name: string; isReported: boolean }>(
    `reportable-${kind}`,
    FIND[kind],
    [reporterId, id],
  )
  return found ? { ...found, subject: { kind, id: found.id } } : null
}

/**
 * Creates a player's report about an item (docs/product.md#reports). If their earlier report was decided and the item
 * was edited since, opens that report again. Returns false if they have already reported the current version.
 */
export async function createReport(
  reporterId: string,
  { subject: { kind, id }, aboutId }: Pick<Reportable, 'subject' | 'aboutId'>,
  { reason, words }: { reason: ReportReason; words: string },
): Promise<boolean> {
  const created = await prepared('create-report', CREATE, [reporterId, kind, id, aboutId, reason, words])
  return created.length > 0
}

/**
 * SQL condition: whether report `r` is about the item's current version. It is if the report is open, or if the item
 * was not edited after the report.
 */
const IS_CURRENT = (editedAt: string) => `(r.decision is null or ${editedAt} is null or r.created_at >= ${editedAt})`

const IS_REPORTED = (kind: ReportKind, id: string, editedAt = 'null::timestamptz') => `exists (
  select from reports r where r.player_id = $1 and r.kind = '${kind}'
    and r.on_id = ${id} and ${IS_CURRENT(editedAt)}) as "isReported"`

const FIND: Record<ReportKind, string> = {
  post: `
    select p.id::text, p.player_id as "aboutId",
      'the post ' || case p.title when '' then 'by @' || a.username else '“' || p.title || '”' end as name,
      ${IS_REPORTED('post', 'p.id::text', 'p.edited_at')}
    from posts p join players a on a.id = p.player_id
    where p.id = $2::int and ${visible('p')} and not ${blocked('p.player_id', '$1::uuid')}`,
  comment: `
    select c.id::text, c.player_id as "aboutId", 'the comment by @' || a.username as name,
      ${IS_REPORTED('comment', 'c.id::text', 'c.edited_at')}
    from comments c join players a on a.id = c.player_id join posts p on p.id = c.post_id
    where c.id = $2::int and ${visible('c')} and ${visible('p')}
      and not ${blocked('c.player_id', '$1::uuid')} and not ${blocked('p.player_id', '$1::uuid')}`,
  player: `
    select a.id::text, a.id as "aboutId", '@' || a.username as name,
      ${IS_REPORTED('player', 'a.id::text', 'a.updated_at')}
    from players a where lower(a.username) = lower($2)`,
  picture: `
    select $2 as id, a.id as "aboutId", 'a picture of @' || a.username as name, ${IS_REPORTED('picture', '$2')}
    from players a
    where a.id = substring($2 from '[0-9a-f-]{36}')::uuid and (
      '/files/' || a.avatar = $2
      or exists (select from posts p where p.media_url = $2 and ${visible('p')}))`,
}

/**
 * SQL expression: when the item of report `r` was last edited. Null for a picture, because a new picture has a new
 * path.
 */
const EDITED_AT = `case r.kind
  when 'post' then (select edited_at from posts where id = r.on_id::int)
  when 'comment' then (select edited_at from comments where id = r.on_id::int)
  when 'player' then (select updated_at from players where id = r.on_id::uuid) end`

const CREATE = `
  insert into reports as r (player_id, kind, on_id, about_id, reason, words) values ($1, $2, $3, $4, $5, $6)
  on conflict (player_id, kind, on_id) do update
    set reason = excluded.reason, words = excluded.words, decision = null, created_at = now()
    where not ${IS_CURRENT('(' + EDITED_AT + ')')}
  returning id`
