import { and, desc, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { prepared } from '../db/query.server.ts'
import { operatorActs } from '../db/schema/operators.server.ts'
import type { Player } from '../server/session.server.ts'

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
/** `words`: the operators' list of words that hold back what they stand in; `site`: what the site says of itself. */
type Kind = 'player' | 'post' | 'comment' | 'picture' | 'words' | 'blog post' | 'site' | 'message' | 'feed' | 'archive'

/** What an act is done to. Of a player the uuid, of a picture its path, of a blog post the slug, of posts and comments the number, of a feed the provider,
 * of an archive the file. */
export type ActedOn = { kind: Kind; id: string }

/** Acts on a page of the log. */
export const ACTS_ON_PAGE = 50

/** Who acts without being signed in: `npm run portal`. No username has a space in it. */
const COMMAND_LINE = 'command line'

/**
 * Notes what an operator does, in the transaction that does it: an act that fails leaves none, and none goes unnoted. `by` is
 * null for the command line. What it was done to stands there as kind and id; `why` and `details` name nobody, since an act
 * outlives the accounts that it is about (docs/decisions/009-what-a-deleted-account-leaves.md).
 */
export async function noteAct(
  tx: Transaction,
  noted: {
    by: Pick<Player, 'id' | 'username'> | null
    act: Act
    on: ActedOn
    why?: string
    /** `title` names the thing itself, once it is deleted too. */
    details?: Record<string, unknown> & { title?: string }
  },
): Promise<void> {
  const { by, act, on, why, details } = noted
  await tx.insert(operatorActs).values({
    operatorId: by?.id ?? null,
    operatorName: by?.username ?? COMMAND_LINE,
    act,
    onKind: on.kind,
    onId: on.id,
    why,
    details,
  })
}

export type NotedAct = {
  id: number
  who: string
  /** Whether the account of who did it is gone. */
  isGone: boolean
  act: string
  onKind: string
  onId: string
  /** The username of a player that it was done to, while there is one. */
  onName: string | null
  /** The post that it was done to, or whose comment it was done to, while there is one. */
  postId: number | null
  /** The title of a post or a blog post, or what the act itself has noted; null where there is none. */
  title: string | null
  why: string
  at: Date
}

/**
 * The outcome of what an operator asked for. `gone`: it no longer exists, or not in a state for this; `changed`: its author has edited it since
 * the operator looked; `decided`: another operator acted first; `forbidden`: nobody may do this, for the reason given.
 */
export type ActOutcome =
  | { outcome: 'done' | 'gone' | 'changed' }
  | { outcome: 'forbidden'; why: string }
  | ({ outcome: 'decided' } & Pick<NotedAct, 'who' | 'act' | 'at'>)

/** The log of acts, newest first: those before the act with the id `before`, or from the newest on. `older` leads to the next. */
export async function listActs(before: number | null): Promise<{ acts: NotedAct[]; older: number | null }> {
  const rows = await prepared<NotedAct>('operator-acts', READ, [before, ACTS_ON_PAGE + 1])
  const acts = rows.slice(0, ACTS_ON_PAGE)
  return { acts, older: rows.length > ACTS_ON_PAGE ? (acts.at(-1)?.id ?? null) : null }
}

const READ = `
  select a.id, a.operator_name as who, a.operator_id is null and a.operator_name <> '${COMMAND_LINE}' as "isGone", a.act,
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

/** What was done to something after the act with the id `seen`, the newest of it; null where nothing was. */
export async function findActSince(
  tx: Transaction,
  on: ActedOn,
  seen: number,
): Promise<Pick<NotedAct, 'who' | 'act' | 'at'> | null> {
  const [act] = await tx
    .select({ who: operatorActs.operatorName, act: operatorActs.act, at: operatorActs.createdAt })
    .from(operatorActs)
    .where(and(eq(operatorActs.onKind, on.kind), eq(operatorActs.onId, on.id), gt(operatorActs.id, seen)))
    .orderBy(desc(operatorActs.id))
    .limit(1)
  return act ?? null
}
