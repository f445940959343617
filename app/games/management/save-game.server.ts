import { sql } from 'drizzle-orm'
import { type ActOutcome, findActSince, logAct, type LoggedAct } from '../../accounts/operators/audit-log.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import type { GameStatus } from '../../db/schema/games.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { dismissEvidence } from '../health/dismiss-evidence.server.ts'
import { changeStatus } from './change-status.server.ts'
import { editedFieldsOf, isSame, versionOf, type Versions, versionsText } from './edit/field-versions.server.ts'
import { type Conflict, type Edit, mergeEdit } from './edit/merge-edit.server.ts'
import { renameSlug, writeFields } from './edit/write-fields.server.ts'
import { lockManagedGame, type ManagedGame } from './managed-game.server.ts'
import { type EditedField, FEED_FIELDS, FIELD_LABELS, isIncluded } from './management-rules.ts'
import { describeField } from './edit/edit-rules.ts'

type Change = { operator: Player; id: number }

/** Two versions of a game: `by` is the newest act of somebody else, or null if an import or a job changed it. */
export type EditConflict = {
  fields: Conflict[]
  by: Pick<LoggedAct, 'who' | 'act' | 'at'> | null
  /** For the next attempt: what the form has to send as its own `seen` and `base`. */
  seen: number
  base: string
}

/**
 * The outcome of saving. `slug taken`: another game has or once had the slug. `slug fixed`: the slug of a self-hosted
 * game cannot be changed.
 */
type SaveOutcome =
  | { outcome: 'done' | 'gone' | 'slug taken' | 'slug fixed' }
  | { outcome: 'conflict'; conflict: EditConflict }

/**
 * Saves the fields of a game that an operator has changed. A field that differs from the feed's value wins over every
 * later import; one that equals it follows the feed again. A new slug makes the old one redirect. Nothing is saved if
 * another operator has changed a field since `seen`, or anybody the same field, until a version of each is chosen.
 */
export async function saveGame({ operator, id }: Change, edit: Edit & { seen: number }): Promise<SaveOutcome> {
  return database().transaction(async (tx): Promise<SaveOutcome> => {
    const game = await lockGame(tx, id, edit.fields.slug)
    if (!game) return { outcome: 'gone' }
    const by = await findActSince(tx, { kind: 'game', id: String(id) }, edit.seen)
    const merged = mergeEdit(edit, game, by !== null)
    if ('conflicts' in merged) {
      const conflict = { fields: merged.conflicts, by, seen: game.seen, base: versionsText(game) }
      return { outcome: 'conflict', conflict }
    }
    const { fields, changed } = merged
    if (changed.includes('slug')) {
      if (isIncluded(game)) return { outcome: 'slug fixed' }
      if (!(await renameSlug(tx, game, fields.slug))) return { outcome: 'slug taken' }
    }
    if (!changed.length) return { outcome: 'done' }
    await writeFields(tx, game, fields, changed)
    await logAct(tx, {
      by: operator,
      act: 'changed',
      on: { kind: 'game', id: String(id) },
      why: changed.map((field) => FIELD_LABELS[field]).join(', '),
      details: { title: fields.title, changes: changesOf(changed, game, fields) },
    })
    return { outcome: 'done' }
  })
}

/**
 * Makes a field follow the feed again. Nothing changes if its value is not the one in `base`, which the operator saw.
 */
export function resetField(
  { operator, id }: Change,
  field: (typeof FEED_FIELDS)[number],
  base: Versions,
): Promise<ActOutcome> {
  return database().transaction(async (tx): Promise<ActOutcome> => {
    const game = await lockGame(tx, id)
    if (!game || !(field in game.overrides)) return { outcome: 'gone' }
    if (versionOf(editedFieldsOf(game)[field]) !== base[field]) return changedSince(tx, id, game.updated_at)
    const fields = { ...game, [field]: game.overrides[field] }
    await writeFields(tx, game, fields, [field])
    await logAct(tx, {
      by: operator,
      act: 'reset',
      on: { kind: 'game', id: String(id) },
      why: FIELD_LABELS[field],
      details: { title: fields.title, changes: changesOf([field], game, fields) },
    })
    return { outcome: 'done' }
  })
}

const ACTS = { published: 'published', hidden: 'hidden', deleted: 'deleted' } as const

/**
 * Publishes, hides or deletes a game that has the status `from`. A deleted game can only be published. Nothing changes
 * if it has another status by now.
 */
export function setGameStatus(
  { operator, id }: Change,
  { from, to, reason }: { from: GameStatus; to: keyof typeof ACTS; reason: string },
): Promise<ActOutcome> {
  return database().transaction(async (tx): Promise<ActOutcome> => {
    const game = await lockGame(tx, id)
    if (!game || (from === 'deleted' && to !== 'published')) return { outcome: 'gone' }
    if (game.status !== from) return changedSince(tx, id, game.status_at)
    await changeStatus(tx, [game.id], to satisfies GameStatus, reason)
    // Otherwise the next check would continue the count of failures, and quarantine the game again.
    if (from === 'quarantined' && to === 'published') await dismissEvidence(tx, [game.id])
    await logAct(tx, {
      by: operator,
      act: ACTS[to],
      on: { kind: 'game', id: String(id) },
      why: reason,
      details: { title: game.title, from },
    })
    return { outcome: 'done' }
  })
}

/**
 * Reads a game and locks it until the end of the transaction. Imports lock the table and then its rows, so this does,
 * too. If `slug` is another than the game's, no import may choose a slug meanwhile.
 */
async function lockGame(tx: Transaction, id: number, slug?: string): Promise<ManagedGame | null> {
  const renamed =
    slug !== undefined &&
    (await preparedIn(tx, 'is-renamed', 'select from games where id = $1 and slug <> $2', [id, slug])).length > 0
  await tx.execute(sql`lock table games in ${sql.raw(renamed ? 'share row exclusive' : 'row exclusive')} mode`)
  return lockManagedGame(tx, id)
}

/**
 * The outcome if a game is not as the operator saw it: the newest act, or, if the game was last changed after that act,
 * at `changedAt`, a change by an import or a job.
 */
async function changedSince(tx: Transaction, id: number, changedAt: Date): Promise<ActOutcome> {
  const act = await findActSince(tx, { kind: 'game', id: String(id) }, 0)
  return act && act.at >= changedAt ? { outcome: 'decided', ...act } : { outcome: 'changed' }
}

/** What an entry of the audit log shows of each changed field. */
function changesOf(changed: EditedField[], before: ManagedGame, after: { [Field in EditedField]?: unknown }) {
  const shown = (field: EditedField, value: unknown) => describeField(field, value as never).slice(0, LOGGED)
  return Object.fromEntries(
    changed
      .filter((field) => !isSame(before[field], after[field]))
      .map((field) => [field, { from: shown(field, before[field]), to: shown(field, after[field]) }]),
  )
}

/** Characters of a value in the audit log. */
const LOGGED = 200
