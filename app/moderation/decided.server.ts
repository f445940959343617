import { prepared } from '../db/query.server.ts'
import { fileHref } from '../lib/file-href.ts'
import type { Subject } from './subject.server.ts'
import { OWNER_COLUMNS, type Owner, readModeratedItems, type ModeratedItem } from './moderated-items.server.ts'

/** The number of removed items or suspended accounts on a page. */
export const DECIDED_ON_PAGE = 20

/** The act behind a decision; its id is the cursor of the lists. */
type ModerationAct = { actId: number; who: string; at: Date }

/**
 * Returns a page of removed posts and comments, the latest decision first. If `before` is null, returns the first page;
 * otherwise, the decisions before that act. `older` is the cursor of the next page, or null.
 */
export async function listRemoved(
  before: number | null,
): Promise<{ removed: (ModeratedItem & { decision: ModerationAct })[]; older: number | null }> {
  const rows = await prepared<Subject & ModerationAct>('removed', REMOVED, [before, DECIDED_ON_PAGE + 1])
  const { shown, older } = pageOf(rows)
  const items = await readModeratedItems(shown.map(({ kind, id }) => ({ kind, id })))
  const removed = items.flatMap((item) => {
    const decision = shown.find(({ kind, id }) => kind === item.subject.kind && id === item.subject.id)
    return decision ? [{ ...item, decision: { actId: decision.actId, who: decision.who, at: decision.at } }] : []
  })
  return { removed, older }
}

/** Returns a page of suspended accounts, the latest suspension first. The cursors work as in `listRemoved`. */
export async function listSuspended(
  before: number | null,
): Promise<{ suspended: { owner: Owner; decision: ModerationAct }[]; older: number | null }> {
  const rows = await prepared<{ owner: Owner } & ModerationAct>('suspended', SUSPENDED, [before, DECIDED_ON_PAGE + 1])
  const { shown, older } = pageOf(rows)
  return { suspended: shown.map(({ owner, ...decision }) => ({ owner: withPicture(owner), decision })), older }
}

/** Finds an account by username, ignoring case. Returns null if there is none. */
export async function findOwner(username: string): Promise<(Owner & { id: string }) | null> {
  const [row] = await prepared<{ owner: Owner & { id: string } }>('owner', OWNER, [username])
  return row ? withPicture(row.owner) : null
}

function withPicture<Whose extends Owner>(owner: Whose): Whose {
  return { ...owner, avatar: owner.avatar && fileHref(owner.avatar) }
}

function pageOf<Row extends ModerationAct>(rows: Row[]): { shown: Row[]; older: number | null } {
  const shown = rows.slice(0, DECIDED_ON_PAGE)
  return { shown, older: rows.length > DECIDED_ON_PAGE ? (shown.at(-1)?.actId ?? null) : null }
}

/** SQL condition: act `d` is before the cursor `$1` and is the newest of its kind on its item. */
const IS_NEWEST_ACT = `
  ($1::int is null or d.id < $1)
  and not exists (
    select from operator_acts o where o.on_kind = d.on_kind and o.on_id = d.on_id and o.act = d.act and o.id > d.id)`

const ACT_COLUMNS = 'd.id as "actId", d.operator_name as who, d.created_at as at'

const REMOVED = `
  select d.on_kind as kind, d.on_id as id, ${ACT_COLUMNS} from operator_acts d
  where d.act = 'removed' and ${IS_NEWEST_ACT} and case d.on_kind
    when 'post' then exists (select from posts where id = d.on_id::int and state = 'removed')
    when 'comment' then exists (select from comments where id = d.on_id::int and state = 'removed') end
  order by d.id desc limit $2`

const SUSPENDED = `
  select (select to_json(w) from (select ${OWNER_COLUMNS}) w) as owner, ${ACT_COLUMNS}
  from operator_acts d join players a on a.id = case d.on_kind when 'player' then d.on_id::uuid end
  where d.act = 'suspended' and a.suspended_until > now() and ${IS_NEWEST_ACT}
  order by d.id desc limit $2`

const OWNER = `
  select to_json(w) as owner from (select a.id, ${OWNER_COLUMNS} from players a where lower(a.username) = lower($1)) w`
