import { awardAnswer, removeAnswer } from '../../credits/award-written.server.ts'
import { lockBalance } from '../../credits/ledger.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { postAnswers } from '../../db/schema/community.server.ts'
import { visible } from '../../db/visible.server.ts'
import { notify } from '../../notifications/notify.server.ts'
import { isWithinLimit } from '../../server/http/count-attempts.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import { lockAnswerers, lockPost } from '../posts/open-post.server.ts'

type Outcome = 'done' | 'none' | 'often'

/**
 * Marks a comment as the answer to a player's own Tips post, in place of the previous answer (docs/product.md#answers).
 * If another player wrote the comment, that player is notified and earns credits. The author of the previous answer
 * loses them. Returns `none` if the player has no such post and comment, and `often` if too many answers were marked on
 * this post today (docs/safety.md#limits-on-writing).
 */
export function markAnswer(playerId: string, commentId: number): Promise<Outcome> {
  return change(playerId, commentId, async (tx, { postId, isQuestion }, candidates) => {
    const comment = candidates.find(({ id }) => id === commentId)
    const before = candidates.find(({ isAnswer }) => isAnswer)
    if (!isQuestion || !comment?.isShown) return 'none'
    if (comment.isAnswer) return 'done'
    // Each mark and unmark writes to the ledger of the comment's author.
    if (!(await isWithinLimit(tx, 'answer', String(postId)))) return 'often'
    if (before) await removeAnswer(tx, before.id)
    await tx.insert(postAnswers).values({ postId, commentId })
    if (comment.playerId === playerId) return 'done'
    await awardAnswer(tx, { id: commentId, playerId: comment.playerId, postId })
    await notify(tx, comment.playerId, { kind: 'answer', postId, commentId, actorId: playerId })
    return 'done'
  })
}

/**
 * Unmarks a comment; can be repeated. The comment's author loses the credits. Returns `none` if the player has no such
 * post and comment.
 */
export function unmarkAnswer(playerId: string, commentId: number): Promise<Outcome> {
  return change(playerId, commentId, async (tx) => {
    await removeAnswer(tx, commentId)
    return 'done'
  })
}

type Found = { postId: number; isQuestion: boolean }

/** The comment to mark or unmark, or the current answer. */
type Candidate = { id: number; playerId: string; username: string; isShown: boolean; isAnswer: boolean }

/**
 * Runs `work` with a comment on a player's own post and the post's current answer, both locked. Locks balances in the
 * order of player ids, so that concurrent answers to two posts do not deadlock.
 */
async function change(
  playerId: string,
  commentId: number,
  work: (tx: Transaction, post: Found, candidates: Candidate[]) => Promise<Outcome>,
): Promise<Outcome> {
  return database().transaction(async (tx) => {
    const [found] = await preparedIn<Found>(tx, 'answer-post', FIND_POST, [commentId, playerId])
    if (!found) return 'none'
    await lockAnswerers(tx, found.postId, commentId)
    if (!(await lockPost(tx, found.postId, 'update'))) return 'none'
    const candidates = await preparedIn<Candidate>(tx, 'answer-candidates', LOCK_CANDIDATES, [found.postId, commentId])
    for (const id of candidates.map((one) => one.playerId).toSorted()) await lockBalance(tx, id)
    const outcome = await work(tx, found, candidates)
    if (outcome !== 'done') return outcome
    const players = candidates.map(({ username }) => `player:${username.toLowerCase()}` as const)
    await purgePages([`post:${found.postId}`, ...players], tx)
    return 'done'
  })
}

const FIND_POST = `
  select p.id as "postId", p.type = 'question' as "isQuestion" from comments c join posts p on p.id = c.post_id
  where c.id = $1 and p.player_id = $2::uuid and ${visible('p')}`

const LOCK_CANDIDATES = `
  select c.id, c.player_id as "playerId", a.username, ${visible('c')} as "isShown", x.post_id is not null as "isAnswer"
  from comments c join players a on a.id = c.player_id left join post_answers x on x.comment_id = c.id
  where c.post_id = $1 and (c.id = $2 or x.post_id is not null) for key share of c`
