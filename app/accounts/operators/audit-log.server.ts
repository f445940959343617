import { and, desc, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { auditLog } from '../../db/schema/operators.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'

type Act =
  | 'operator added'
  | 'operator removed'
  | 'approved'
  | 'removed'
  | 'restored'
  | 'suspended'
  | 'suspension lifted'
  | 'words changed'
  | 'published'
  | 'unpublished'
  | 'saved as a draft'
  | 'scheduled'
  | 'deleted'
  | 'site changed'
  | 'answered'
  | 'noted'
  | 'closed'
  | 'reopened'
  | 'imported'
  | 'added'
  | 'changed'
  | 'reset'
  | 'hidden'
  | 'featured'
  | 'unfeatured'
  | 'merged'
  | 'moved'
  | 'category added'
  | 'category removed'
  | 'tag added'
  | 'tag removed'
  | 'rule applied'
  | 'view saved'
  | 'view deleted'
  | 'undone'
  | 'warning dismissed'
  | 'checked'
  | 'started'
  | 'applied'
  | 'discarded'
  | 'cancelled'
  | 'delisting confirmed'
  | 'delisting declined'
  | 'version uploaded'
  | 'version chosen'
  | 'version deleted'
  | 'hosts approved'
  | 'hosts removed'
  | 'backed up'
  | 'restored from archive'
/** `words` means the blocklist, and `site` the site's texts. */
type Kind =
  | 'game'
  | 'games'
  | 'view'
  | 'player'
  | 'post'
  | 'comment'
  | 'picture'
  | 'words'
  | 'blog post'
  | 'site'
  | 'home page'
  | 'category'
  | 'tag'
  | 'collection'
  | 'message'
  | 'feed'
  | 'feed run'
  | 'provider'
  | 'archive'

/**
 * The item that an action changed. `id` is the uuid of a player, the path of a picture, the slug of a blog post, the
 * number of a post, comment, game or bulk action (`games`), the query of a view, the provider of a feed, the name of a
 * provider, the number of a version of the home page, or the file of an archive.
 */
export type ActedOn = { kind: Kind; id: string }

export const ENTRIES_ON_PAGE = 50

/** Actors without a session: `npm run portal`, and the schedules of feeds. No username contains a space. */
const COMMAND_LINE = 'command line'
const FEED_SCHEDULE = 'feed schedule'

/**
 * Logs an operator's action in the transaction that performs it, so that either both happen or neither. `by` is null
 * for the command line. `on` contains only kind and id, and `why` and `details` must not contain names, since the log
 * outlives the accounts that it is about (docs/decisions/009-deleting-an-account.md).
 */
export async function logAct(
  tx: Transaction,
  entry: {
    by: Pick<Player, 'id' | 'username'> | 'schedule' | null
    act: Act
    on: ActedOn
    why?: string
    /** `title` names the item even after it is deleted. */
    details?: Record<string, unknown> & { title?: string }
  },
): Promise<void> {
  const { by, act, on, why, details } = entry
  const operator = by === 'schedule' ? null : by
  await tx.insert(auditLog).values({
    operatorId: operator?.id ?? null,
    operatorName: operator?.username ?? (by ? FEED_SCHEDULE : COMMAND_LINE),
    act,
    onKind: on.kind,
    onId: on.id,
    why,
    details,
  })
}

export type LoggedAct = {
  id: number
  who: string
  /** Whether the operator's account is deleted. */
  isDeleted: boolean
  act: string
  onKind: string
  onId: string
  /** The current username of the affected player; null for other kinds of items and deleted players. */
  onName: string | null
  /** The affected post, or the post of the affected comment; null for other kinds of items and if it is deleted. */
  postId: number | null
  /** The title that was logged, otherwise that of the post or blog post; null if there is none. */
  title: string | null
  why: string
  at: Date
}

/**
 * The outcome of an operator's action. `gone`: the item was deleted, or its state does not allow this. `changed`: the
 * author edited it after the operator loaded it. `decided`: another operator acted first. `forbidden`: nobody may do
 * this, for the reason in `why`.
 */
export type ActOutcome =
  | { outcome: 'done' | 'gone' | 'changed' }
  | { outcome: 'forbidden'; why: string }
  | ({ outcome: 'decided' } & Pick<LoggedAct, 'who' | 'act' | 'at'>)

/**
 * Returns entries of the audit log, newest first: those before the id `before`, or the newest if it is null. `older` is
 * the cursor of the next page.
 */
export async function listAuditLog(before: number | null): Promise<{ entries: LoggedAct[]; older: number | null }> {
  const rows = await prepared<LoggedAct>('operator-acts', READ, [before, ENTRIES_ON_PAGE + 1])
  const entries = rows.slice(0, ENTRIES_ON_PAGE)
  return { entries, older: rows.length > ENTRIES_ON_PAGE ? (entries.at(-1)?.id ?? null) : null }
}

const READ = `
  select a.id, a.operator_name as who,
    a.operator_id is null and a.operator_name not in ('${COMMAND_LINE}', '${FEED_SCHEDULE}') as "isDeleted", a.act,
    a.on_kind as "onKind", a.on_id as "onId", p.username as "onName", a.why, a.created_at as at,
    case a.on_kind
      when 'post' then (select id from posts where id = a.on_id::int)
      when 'comment' then (select post_id from comments where id = a.on_id::int)
    end as "postId",
    coalesce(a.details->>'title', case a.on_kind
      when 'post' then (select title from posts where id = a.on_id::int)
      when 'comment' then (select title from posts where id = (select post_id from comments where id = a.on_id::int))
      when 'blog post' then (select title from blog_posts where slug = a.on_id)
    end) as title
  from operator_acts a left join players p on p.id = case a.on_kind when 'player' then a.on_id::uuid end
  where $1::int is null or a.id < $1
  order by a.id desc limit $2`

/** Returns the id of the newest action on an item, for `findActSince`; 0 if there is none. */
export async function findSeen(on: ActedOn): Promise<number> {
  const [row] = await prepared<{ seen: number }>('newest-act', NEWEST_ACT, [on.kind, on.id])
  return row?.seen ?? 0
}

const NEWEST_ACT = 'select max(id) as seen from operator_acts where on_kind = $1 and on_id = $2'

/** Returns the newest action on an item after the action with the id `seen`; null if there is none. */
export async function findActSince(
  tx: Transaction,
  on: ActedOn,
  seen: number,
): Promise<Pick<LoggedAct, 'who' | 'act' | 'at'> | null> {
  const [act] = await tx
    .select({ who: auditLog.operatorName, act: auditLog.act, at: auditLog.createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.onKind, on.kind), eq(auditLog.onId, on.id), gt(auditLog.id, seen)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return act ?? null
}
