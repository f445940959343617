import type { Transaction } from '../db/connection.server.ts'
import { preparedOnPrimary } from '../db/query.server.ts'
import { operatorActs } from '../db/schema/operators.server.ts'
import type { Player } from '../server/session.server.ts'

type Act = 'operator added' | 'operator removed'
type Kind = 'player'

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
    on: { kind: Kind; id: string }
    why?: string
    details?: Record<string, unknown>
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
  why: string
  at: Date
}

/** The log of acts, newest first: those before the act with the id `before`, or from the newest on. `older` leads to the next. */
export async function listActs(before: number | null): Promise<{ acts: NotedAct[]; older: number | null }> {
  const rows = await preparedOnPrimary<NotedAct>('operator-acts', READ, [before, ACTS_ON_PAGE + 1])
  const acts = rows.slice(0, ACTS_ON_PAGE)
  return { acts, older: rows.length > ACTS_ON_PAGE ? (acts.at(-1)?.id ?? null) : null }
}

const READ = `
  select a.id, a.operator_name as who, a.operator_id is null and a.operator_name <> '${COMMAND_LINE}' as "isGone", a.act,
    a.on_kind as "onKind", a.on_id as "onId", p.username as "onName", a.why, a.created_at as at
  from operator_acts a left join players p on p.id = case a.on_kind when 'player' then a.on_id::uuid end
  where $1::int is null or a.id < $1
  order by a.id desc limit $2`
