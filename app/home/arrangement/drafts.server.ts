import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { type ActOutcome, logAct } from '../../accounts/operators/audit-log.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import { type HomeArrangement, homeVersions } from '../../db/schema/arrangement.server.ts'
import { listCollections } from '../../games/arrangement/collections.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { AUTOMATIC, collectionOf, findOwnRow, ownTitle, rowsOf } from '../home-rows.ts'
import type { Edit } from './arrangement-edits.ts'
import { BOARD, BOARD_TITLE } from './arrangement-rules.ts'

/** An operator's unpublished changes. `basedOn` is the published version to which they apply. */
export type Draft = { id: number; arrangement: HomeArrangement; basedOn: number | null }

type Operator = Pick<Player, 'id' | 'username'>

/** Drafts that have not been published for this long are deleted. */
const ABANDONED_AFTER = sql`interval '90 days'`

/** Returns an operator's draft, or null. */
export async function findDraft(operatorId: string): Promise<Draft | null> {
  return (await prepared<Draft>('home-draft', DRAFT, [operatorId]))[0] ?? null
}

/** The same in a transaction. Call it after `lockVersions`. */
export async function findDraftIn(tx: Transaction, operatorId: string): Promise<Draft | null> {
  return (await preparedIn<Draft>(tx, 'home-draft', DRAFT, [operatorId]))[0] ?? null
}

/** Prevents other changes of drafts and versions until the end of the transaction. Reads are not blocked. */
export async function lockVersions(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${homeVersions} in share row exclusive mode`)
}

/**
 * Changes an operator's draft. A new draft starts as a copy of the published version. A draft that equals its version
 * again is deleted.
 */
export async function editDraft(operator: Operator, edit: Edit): Promise<ActOutcome> {
  const { withAllRows } = rowNames()
  return database().transaction(async (tx) => {
    await lockVersions(tx)
    const draft = await findDraftIn(tx, operator.id)
    const base = draft ? await findVersionIn(tx, draft.basedOn) : await findNewestIn(tx)
    const before = withAllRows(base?.arrangement ?? AUTOMATIC)
    const after = edit(draft ? withAllRows(draft.arrangement) : before)
    if (typeof after === 'string') return { outcome: 'forbidden', why: after }
    if (!after) return { outcome: 'gone' }
    if (isDeepStrictEqual(after, before)) await deleteDraft(tx, draft)
    else if (draft) await tx.update(homeVersions).set({ arrangement: after }).where(eq(homeVersions.id, draft.id))
    else await createDraft(tx, operator, { arrangement: after, basedOn: base?.id ?? null })
    return { outcome: 'done' }
  })
}

/**
 * Returns two functions that know all collections. One adds missing rows to an arrangement and removes rows that no
 * longer exist. The other returns the default title of a row.
 */
export function rowNames() {
  const collections = new Map(listCollections().map((one) => [one.id, one]))
  return {
    collections,
    withAllRows: (arrangement: HomeArrangement): HomeArrangement => ({
      ...arrangement,
      rows: rowsOf(arrangement, (id) => collections.has(id)),
    }),
    nameOf: (row: string): string => {
      if (row === BOARD) return BOARD_TITLE
      const own = findOwnRow(row)
      if (own) return ownTitle(own) ?? own.title
      return collections.get(collectionOf(row) ?? 0)?.name ?? 'A deleted collection'
    },
  }
}

/** Deletes an operator's draft. */
export async function discardDraft(operator: Operator): Promise<ActOutcome> {
  return database().transaction(async (tx) => {
    await lockVersions(tx)
    const draft = await findDraftIn(tx, operator.id)
    await deleteDraft(tx, draft)
    return { outcome: draft ? 'done' : 'gone' }
  })
}

async function createDraft(tx: Transaction, operator: Operator, draft: Omit<Draft, 'id'>): Promise<void> {
  await tx
    .delete(homeVersions)
    .where(and(isNull(homeVersions.publishedAt), lt(homeVersions.createdAt, sql`now() - ${ABANDONED_AFTER}`)))
  const [created] = await tx.insert(homeVersions).values(draft).returning({ id: homeVersions.id })
  await logAct(tx, { by: operator, act: 'saved as a draft', on: { kind: 'home page', id: String(created!.id) } })
}

async function deleteDraft(tx: Transaction, draft: Draft | null): Promise<void> {
  if (draft) await tx.delete(homeVersions).where(eq(homeVersions.id, draft.id))
}

/** A published version. */
type Published = { id: number; arrangement: HomeArrangement; publishedAt: Date }

/** Returns the version that visitors see, or null if the page is automatic. */
export async function findNewestIn(tx: Transaction): Promise<Published | null> {
  return (await preparedIn<Published>(tx, 'home-newest', NEWEST))[0] ?? null
}

/** Returns a published version by id; null if it does not exist. */
export async function findVersionIn(tx: Transaction, id: number | null): Promise<Published | null> {
  return (await preparedIn<Published>(tx, 'home-version-in', VERSION, [id]))[0] ?? null
}

const PUBLISHED = `
  select id, arrangement, published_at as "publishedAt" from home_versions where published_at is not null`
const NEWEST = `${PUBLISHED} order by published_at desc limit 1`
const VERSION = `${PUBLISHED} and id = $1`

const DRAFT = `
  select v.id, v.arrangement, v.based_on as "basedOn" from home_versions v
  where v.published_at is null and exists (select from operator_acts a
    where a.on_kind = 'home page' and a.on_id = v.id::text and a.act = 'saved as a draft' and a.operator_id = $1)
  order by v.id desc limit 1`
