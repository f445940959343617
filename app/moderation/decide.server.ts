import { type ActOutcome, findActSince, noteAct } from '../accounts/operator-acts.server.ts'
import { awardComment, awardPost, removeAnswer } from '../credits/award-written.server.ts'
import { commentKey, postKey } from '../credits/credit-rules.ts'
import { giveAgain, takeBack } from '../credits/ledger.server.ts'
import { database, type Transaction } from '../db/connection.server.ts'
import { lockName } from '../db/query.server.ts'
import { notify } from '../notifications/notify.server.ts'
import { purgePages } from '../server/purge.server.ts'
import type { Player } from '../server/session.server.ts'
import { closeReports } from './close-reports.server.ts'
import { removePicture } from './remove-picture.server.ts'
import { setCommentState, setPostState } from './set-state.server.ts'
import type { Subject } from './subject.server.ts'
import { findWritten, nameOf, type Written } from './written.server.ts'

/** Who decides, on what, and the newest act on it that they have seen. */
export type Case = { operator: Player; subject: Subject; seen: number }

/** The same, with the version of the text that they have seen (`Thing`). */
export type ShowingCase = Case & { version: string }

const DONE = { outcome: 'done' } as const
const GONE = { outcome: 'gone' } as const
const CHANGED = { outcome: 'changed' } as const

/** Approves something (docs/product.md, Moderation): what was held is shown and earns now, reports are closed. */
export function approve(decided: ShowingCase): Promise<ActOutcome> {
  return decide(decided, 'approved', '', async (tx, written) => {
    const closed = await closeReports(tx, decided.subject, 'dismissed')
    if (!written || written.state === 'shown') return closed > 0
    if (written.state === 'removed') return false
    await award(tx, written)
    await tellOwner(tx, written, `${nameOf(written)} was reviewed and is now public.`)
    if (written.kind === 'comment') await tellOfComment(tx, written)
    await setState(tx, written, 'shown')
    return true
  })
}

/**
 * Removes a post, a comment or a picture, for a reason that its author is told. Credits that it earned are taken back. A picture
 * goes for good, wherever it was shown. The version of the text does not matter: an author who keeps editing could escape removal.
 */
export function remove(decided: Case, why: string): Promise<ActOutcome> {
  return decide(decided, 'removed', why, async (tx, written) => {
    await closeReports(tx, decided.subject, 'upheld')
    if (!written) return removePicture(tx, decided.subject, why)
    if (written.state === 'removed') return false
    await takeBack(tx, written.playerId, keyOf(written))
    if (written.kind === 'comment') await removeAnswer(tx, written.id)
    await tellOwner(tx, written, `${nameOf(written)} was removed: ${why}`)
    await setState(tx, written, 'removed', why)
    return true
  })
}

/** Shows again what was removed, and gives the credits again that it had earned. */
export function restore(decided: ShowingCase): Promise<ActOutcome> {
  return decide(decided, 'restored', '', async (tx, written) => {
    if (written?.state !== 'removed') return false
    await giveAgain(tx, written.playerId, keyOf(written))
    // Of one that was removed while it was held.
    await award(tx, written)
    await tellOwner(tx, written, `${nameOf(written)} is public again.`)
    await setState(tx, written, 'shown')
    return true
  })
}

/**
 * Does `work` as an act, unless another operator has acted or the text of a given version has changed since; undone where it gives false. `written` is null for players and
 * pictures. The post or comment is locked, and with it what others decide on it.
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
      if (written === undefined) return GONE
      const other = await findActSince(tx, subject, seen)
      if (other) return { outcome: 'decided', ...other }
      if (written && version !== undefined && written.version !== version) return CHANGED
      await noteAct(tx, { by: operator, act, on: subject, why })
      if (!(await work(tx, written))) throw new Undone()
      return DONE
    })
  } catch (error) {
    if (error instanceof Undone) return GONE
    throw error
  }
}

/** Ends a transaction with nothing done. */
class Undone extends Error {}

/** The class of our advisory locks on what operators decide on. */
const SUBJECTS = 3

/** Of two operators who decide on one thing at once the second waits, and then sees what the first did. */
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

/** Of what it earned. */
function keyOf({ kind, id }: Written): string {
  return kind === 'post' ? postKey(id) : commentKey(id)
}

async function tellOwner(tx: Transaction, { kind, id, postId, playerId }: Written, words: string): Promise<void> {
  await notify(tx, playerId, { kind: 'decision', postId, ...(kind === 'comment' && { commentId: id }), words })
}

/** Who wrote the post hears of a comment when it is shown for the first time. */
async function tellOfComment(tx: Transaction, { id, postId, playerId, postPlayerId }: Written): Promise<void> {
  await notify(tx, postPlayerId, { kind: 'comment', postId, commentId: id, actorId: playerId })
}
