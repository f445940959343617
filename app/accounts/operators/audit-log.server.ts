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
  | 'backed up'
  | 'restored from archive'
/** `words` is the operators' blocklist, `site` the site copy. */
type Kind = 'player' | 'post' | 'comment' | 'picture' | 'words' | 'blog post' | 'site' | 'message' | 'feed' | 'archive'

/**
 * What an act changed. `id` is the uuid of a player, the path of a picture, the slug of a blog post, the number of a
 * post or comment, the provider of a feed, or the file of an archive.
 */
export type ActedOn = { kind: Kind; id: string }

export const ENTRIES_ON_PAGE = 50

/** The actor for `npm run portal`, where nobody is signed in. No username contains a space. */
const COMMAND_LINE = 'command line'

/**
 * Logs an operator's act in the transaction that performs it, so that both happen or neither. `by` is null for the
 * command line. `on` stores only kind and id, and `why` and `details` must not name anyone: the log outlives the
 * accounts that it is about (docs/decisions/009-deleting-an-account.md).
 */
export async function logAct(
  tx: Transaction,
  entry: {
    by: Pick<Player, 'id' | 'username'> | null
    act: Act
    on: ActedOn
    why?: string
    /** `title` names the item even after it is deleted. */
    details?: Record<string, unknown> & { title?: string }
  },
): Promise<void> {
  const { by, act, on, why, details } = entry
  await tx.insert(auditLog).values({
    operatorId: by?.id ?? null,
    operatorName: by?.username ?? COMMAND_LINE,
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
  /** The current username of the player it was done to; null for other kinds and deleted players. */
  onName: string | null
  /** The post it was done to, or the post of the comment; null for other kinds and if deleted. */
  postId: number | null
  /** The title that the act logged, else that of the post or blog post; null if there is none. */
  title: string | null
  why: string
  at: Date
}

/**
 * The outcome of an operator's action. `gone`: the item is deleted, or not in a state that allows this. `changed`: its
 * author edited it after the operator loaded it. `decided`: another operator acted first. `forbidden`: nobody may do
 * this, for the reason in `why`.
 */
export type ActOutcome =
  | { outcome: 'done' | 'gone' | 'changed' }
  | { outcome: 'forbidden'; why: string }
  | ({ outcome: 'decided' } & Pick<LoggedAct, 'who' | 'act' | 'at'>)

/**
 * Lists the audit log, newest first, from before the id `before`, or from the newest. `older` is the cursor of the next
 * page.
 */
export async function listAuditLog(before: number | null): Promise<{ entries: LoggedAct[]; older: number | null }> {
  const rows = await prepared<LoggedAct>('operator-acts', READ, [before, ENTRIES_ON_PAGE + 1])
  const entries = rows.slice(0, ENTRIES_ON_PAGE)
  return { entries, older: rows.length > ENTRIES_ON_PAGE ? (entries.at(-1)?.id ?? null) : null }
}

const READ = `
  select a.id, a.operator_name as who,
    a.operator_id is null and a.operator_name <> '${COMMAND_LINE}' as "isDeleted", a.act,
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

/** The newest act on an item after the act with the id `seen`; null if there is none. */
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
