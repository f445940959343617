import { eq } from 'drizzle-orm'
import { type ActOutcome, findActSince, logAct } from '../accounts/operators/audit-log.server.ts'
import { awardComment, awardPost } from '../credits/award-written.server.ts'
import { answerKey, commentKey, postKey } from '../credits/credit-rules.ts'
import { returnCredits, revokeAward } from '../credits/ledger.server.ts'
import { database, type Transaction } from '../db/connection.server.ts'
import { lockName } from '../db/query.server.ts'
import { postAnswers } from '../db/schema/community.server.ts'
import { notify } from '../notifications/notify.server.ts'
import { purgePages } from '../server/cache/purge.server.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { closeReports } from './close-reports.server.ts'
import { removePicture } from './remove-picture.server.ts'
import { setCommentState, setPostState } from './set-state.server.ts'
import type { Subject } from './subject.server.ts'
import { findWritten, nameOf, type Written } from './written.server.ts'

/** `seen` is the id of the newest act on the subject when the operator's page was rendered. */
export type Case = { operator: Player; subject: Subject; seen: number }

/** A decision that publishes a text also needs the version of the text that the operator saw (`ModeratedItem`). */
export type ShowingCase = Case & { version: string }

const DONE = { outcome: 'done' } as const
const DELETED = { outcome: 'gone' } as const
const CHANGED = { outcome: 'changed' } as const

/**
 * Approves an item (docs/product.md#operators-decisions). Publishes a pending item and awards its credits, and closes
 * the reports about the item.
 */
export function approve(decided: ShowingCase): Promise<ActOutcome> {
  return decide(decided, 'approved', '', async (tx, written) => {
    const closed = await closeReports(tx, decided.subject, 'dismissed')
    if (!written || written.state === 'shown') return closed > 0
    if (written.state === 'removed') return false
    await award(tx, written)
    await notifyOwner(tx, written, `${nameOf(written)} was reviewed and is now public.`)
    if (written.kind === 'comment') await notifyOfComment(tx, written)
    await setState(tx, written, 'shown')
    return true
  })
}

/**
 * Removes a post or comment for a reason that its author sees, and takes its credits back. Permanently deletes a
 * picture everywhere. Does not check the version of the text, since an author could otherwise avoid removal by editing
 * it repeatedly.
 */
export function remove(decided: Case, why: string): Promise<ActOutcome> {
  return decide(decided, 'removed', why, async (tx, written) => {
    await closeReports(tx, decided.subject, 'upheld')
    if (!written) return removePicture(tx, decided.subject, why)
    if (written.state === 'removed') return false
    for (const key of await keysOf(tx, written)) await revokeAward(tx, written.playerId, key)
    await notifyOwner(tx, written, `${nameOf(written)} was removed: ${why}`)
    await setState(tx, written, 'removed', why)
    return true
  })
}

/** Publishes a removed post or comment again and restores the credits that it had earned. */
export function restore(decided: ShowingCase): Promise<ActOutcome> {
  return decide(decided, 'restored', '', async (tx, written) => {
    if (written?.state !== 'removed') return false
    for (const key of await keysOf(tx, written)) await returnCredits(tx, written.playerId, key)
    // A text that was removed while pending has not earned credits yet.
    await award(tx, written)
    await notifyOwner(tx, written, `${nameOf(written)} is public again.`)
    // Creates nothing if they were notified when the comment was first public.
    if (written.kind === 'comment') await notifyOfComment(tx, written)
    await setState(tx, written, 'shown')
    return true
  })
}

/**
 * Records an act and runs `work` in one transaction, unless another operator has acted since `seen` or the text has
 * changed since `version`. Rolls back if `work` returns false. Passes `work` null instead of a text for players and
 * pictures. Locks the subject, so that concurrent decisions wait.
 */
async function decide(
  { operator, subject, seen, version }: Case & Partial<ShowingCase>,
  act: 'approved' | 'removed' | 'restored',
  why: string,
  work: (tx: Transaction, written: Written | null) => Promise<boolean>,
): Promise<ActOutcome> {
  try {
    return await database().transaction(async (tx) => {
      await lockSubject(tx, subject)
      const written = await findWritten(tx, subject)
      if (written === undefined) return DELETED
      const other = await findActSince(tx, subject, seen)
      if (other) return { outcome: 'decided', ...other }
      if (written && version !== undefined && written.version !== version) return CHANGED
      await logAct(tx, { by: operator, act, on: subject, why })
      if (!(await work(tx, written))) throw new Undone()
      return DONE
    })
  } catch (error) {
    if (error instanceof Undone) return DELETED
    throw error
  }
}

/** Thrown to roll the transaction back. */
class Undone extends Error {}

/** Class of the advisory locks on items that operators decide on. */
const SUBJECTS = 3

/**
 * Locks an item until the transaction ends. If two operators decide at the same time, the second transaction then sees
 * the first decision.
 */
async function lockSubject(tx: Transaction, { kind, id }: Subject): Promise<void> {
  await lockName(tx, SUBJECTS, `${kind} ${id}`)
}

async function setState(tx: Transaction, written: Written, state: 'shown' | 'removed', why = ''): Promise<void> {
  const { kind, id, postId, username, gameId } = written
  await purgePages(['community', `post:${postId}`, `player:${username.toLowerCase()}`], tx)
  if (kind === 'post' && gameId !== null) await purgePages([`game:${gameId}`], tx)
  await (kind === 'post' ? setPostState : setCommentState)(tx, id, state, why)
}

async function award(tx: Transaction, { kind, id }: Written): Promise<void> {
  await (kind === 'post' ? awardPost : awardComment)(tx, id)
}

/** Returns the keys of the awards that a text may have earned. A removed comment stays marked as the answer. */
async function keysOf(tx: Transaction, { kind, id, postId }: Written): Promise<string[]> {
  if (kind === 'post') return [postKey(id)]
  const isAnswer = await tx.$count(postAnswers, eq(postAnswers.commentId, id))
  return isAnswer ? [commentKey(id), answerKey(postId)] : [commentKey(id)]
}

async function notifyOwner(tx: Transaction, { kind, id, postId, playerId }: Written, words: string): Promise<void> {
  await notify(tx, playerId, { kind: 'decision', postId, ...(kind === 'comment' && { commentId: id }), words })
}

/** Notifies the author of the post about a comment that becomes public. */
async function notifyOfComment(tx: Transaction, { id, postId, playerId, postPlayerId }: Written): Promise<void> {
  await notify(tx, postPlayerId, { kind: 'comment', postId, commentId: id, actorId: playerId })
}
