import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { createComment, createPost } from '../../../testing/fixtures/posts.ts'
import { database } from '../../db/connection.server.ts'
import { posts } from '../../db/schema/community.server.ts'
import { notifications } from '../../db/schema/notifications.server.ts'
import { remove, restore } from '../../moderation/decide.server.ts'
import { findModeratedItem } from '../../moderation/moderated-items.server.ts'
import { markAnswer, unmarkAnswer } from './answers.server.ts'
import { deleteComment } from './change-comment.server.ts'
import { deletePost } from '../posts/delete-post.server.ts'
import { loadPost } from '../posts/load-post.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  world = await createTestDatabase()
})
afterAll(() => world.drop())

async function createQuestion() {
  const [asker, helper, other] = [await createPlayer(), await createPlayer(), await createPlayer()]
  const post = await createPost({ playerId: asker.id, type: 'question', comments: 3 })
  const comment = await createComment(helper, post)
  return { asker, helper, other, post, comment }
}
const answerTo = async (postId: number) => (await loadPost(postId, 0, null))?.answer
const balanceOf = async (playerId: string) => (await readBalance(playerId)).total
const notificationsOf = ({ id }: { id: string }) =>
  database().select().from(notifications).where(eq(notifications.playerId, id))

test('a marked answer earns its author 20 credits once and notifies them', async () => {
  const { asker, helper, post, comment } = await createQuestion()
  expect(await markAnswer(asker.id, comment.id)).toBe('done')
  expect(await markAnswer(asker.id, comment.id)).toBe('done')
  expect(await answerTo(post.id)).toBe(comment.id)
  expect(await readLedger(helper.id)).toEqual([`answer:${post.id} 20`])
  expect(await notificationsOf(helper)).toMatchObject([{ kind: 'answer', commentId: comment.id, actorId: asker.id }])
})

test('marking another comment replaces the answer and moves the credits', async () => {
  const { asker, helper, other, post, comment } = await createQuestion()
  const better = await createComment(other, post)
  await markAnswer(asker.id, comment.id)
  await markAnswer(asker.id, better.id)
  expect(await answerTo(post.id)).toBe(better.id)
  expect([await balanceOf(helper.id), await balanceOf(other.id)]).toEqual([0, 20])
  await markAnswer(asker.id, comment.id)
  expect([await balanceOf(helper.id), await balanceOf(other.id)]).toEqual([20, 0])
  await unmarkAnswer(asker.id, comment.id)
  expect(await answerTo(post.id)).toBeNull()
  expect(await balanceOf(helper.id)).toBe(0)
  expect(await notificationsOf(helper)).toHaveLength(1)
})

test('players can mark their own comment as the answer, but earn nothing', async () => {
  const { asker, post } = await createQuestion()
  const own = await createComment(asker, post)
  expect(await markAnswer(asker.id, own.id)).toBe('done')
  expect(await answerTo(post.id)).toBe(own.id)
  expect(await readLedger(asker.id)).toEqual([])
})

test('only the author of a Tips post marks an answer, and only a shown comment', async () => {
  const { asker, helper, other, post, comment } = await createQuestion()
  expect(await markAnswer(helper.id, comment.id)).toBe('none')
  expect(await unmarkAnswer(other.id, comment.id)).toBe('none')
  const held = await createComment(helper, post, { state: 'held' })
  expect(await markAnswer(asker.id, held.id)).toBe('none')
  await database().update(posts).set({ type: 'discussion' }).where(eq(posts.id, post.id))
  expect(await markAnswer(asker.id, comment.id)).toBe('none')
  expect(await markAnswer(asker.id, 999_999)).toBe('none')
  expect(await readLedger(helper.id)).toEqual([])
})

test('an answer loses its credits when its author deletes it or an operator removes it', async () => {
  const { asker, helper, post, comment } = await createQuestion()
  await markAnswer(asker.id, comment.id)
  await deleteComment(helper, comment.id)
  expect(await balanceOf(helper.id)).toBe(0)
  expect(await answerTo(post.id)).toBeNull()

  const second = await createComment(helper, post)
  await markAnswer(asker.id, second.id)
  expect(await balanceOf(helper.id)).toBe(20)
  const operator = await createPlayer({ role: 'operator' })
  const subject = { kind: 'comment' as const, id: String(second.id) }
  await remove({ operator: { ...operator, sessionId: '' }, subject, seen: 0 }, 'Spam')
  expect(await balanceOf(helper.id)).toBe(0)
  expect(await answerTo(post.id)).toBeNull()
})

test('a restored answer earns again, unless another comment was marked in the meantime', async () => {
  const { asker, helper, other, post, comment } = await createQuestion()
  const subject = { kind: 'comment', id: String(comment.id) } as const
  const operator = { ...(await createPlayer({ role: 'operator' })), sessionId: '' }
  const item = async () => ({ operator, ...(await findModeratedItem(subject))! })
  await markAnswer(asker.id, comment.id)
  await remove(await item(), 'Spam')
  await restore(await item())
  expect(await answerTo(post.id)).toBe(comment.id)
  const [answered, ofComment] = [`answer:${post.id}`, `comment:${comment.id}`]
  const ledger = [`${answered} 20`, `back:${answered} -20`, `${ofComment} 20`, `${answered}:restored:1 20`]
  expect((await readLedger(helper.id)).toSorted()).toEqual(ledger.toSorted())

  await remove(await item(), 'Spam')
  const better = await createComment(other, post)
  expect(await markAnswer(asker.id, better.id)).toBe('done')
  await restore(await item())
  expect(await answerTo(post.id)).toBe(better.id)
  expect([await balanceOf(helper.id), await balanceOf(other.id)]).toEqual([20, 20])
})

test('concurrent marks of two comments leave one answer and one award', async () => {
  const { asker, helper, other, post, comment } = await createQuestion()
  const better = await createComment(other, post)
  const marks = Array.from({ length: 5 }, (_, at) => markAnswer(asker.id, at % 2 ? comment.id : better.id))
  expect(await Promise.all(marks)).toEqual(marks.map(() => 'done'))
  const answer = await answerTo(post.id)
  expect([await balanceOf(helper.id), await balanceOf(other.id)]).toEqual(answer === comment.id ? [20, 0] : [0, 20])
  const { rows } = await database().execute(sql`select from post_answers where post_id = ${post.id}`)
  expect(rows).toHaveLength(1)
})

test('an author may mark five answers on a post a day, which limits entries in the ledger', async () => {
  const { asker, helper, post, comment } = await createQuestion()
  for (let round = 0; round < 5; round++) {
    expect(await markAnswer(asker.id, comment.id)).toBe('done')
    expect(await markAnswer(asker.id, comment.id)).toBe('done')
    expect(await unmarkAnswer(asker.id, comment.id)).toBe('done')
  }
  expect(await markAnswer(asker.id, comment.id)).toBe('often')
  expect(await answerTo(post.id)).toBeNull()
  expect(await readLedger(helper.id)).toHaveLength(10)
})

test('a player earns for five answers a day', async () => {
  const helper = await createPlayer()
  for (let number = 0; number < 6; number++) {
    const asker = await createPlayer()
    const post = await createPost({ playerId: asker.id, type: 'question' })
    await markAnswer(asker.id, (await createComment(helper, post)).id)
  }
  expect(await balanceOf(helper.id)).toBe(100)
})

test('deleting the post takes back the credits for its answer', async () => {
  const { asker, helper, post, comment } = await createQuestion()
  await markAnswer(asker.id, comment.id)
  expect(await deletePost(asker.id, post.id)).toBe(true)
  expect(await readLedger(helper.id)).toEqual([`answer:${post.id} 20`, `back:answer:${post.id} -20`])
  expect(await balanceOf(helper.id)).toBe(0)
})

test('deleting two posts whose authors answered each other does not deadlock', async () => {
  const [one, other] = [await createPlayer(), await createPlayer()]
  for (let round = 0; round < 5; round++) {
    const ofOne = await createPost({ playerId: one.id, type: 'question' })
    const ofOther = await createPost({ playerId: other.id, type: 'question' })
    await markAnswer(one.id, (await createComment(other, ofOne)).id)
    await markAnswer(other.id, (await createComment(one, ofOther)).id)
    expect(await Promise.all([deletePost(one.id, ofOne.id), deletePost(other.id, ofOther.id)])).toEqual([true, true])
  }
  expect([await balanceOf(one.id), await balanceOf(other.id)]).toEqual([0, 0])
})
