import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readBalance } from '../../../testing/fixtures/credits.ts'
import { runFileDeletions } from '../../../testing/fixtures/file-deletions.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, type PlayerRow } from '../../../testing/fixtures/players.ts'
import { countsOf, createPost } from '../../../testing/fixtures/posts.ts'
import { untilBlocked } from '../../../testing/fixtures/until-blocked.ts'
import { awardCredits } from '../../credits/ledger.server.ts'
import { database } from '../../db/connection.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { comments, posts } from '../../db/schema/community.server.ts'
import { notifications } from '../../db/schema/notifications.server.ts'
import { openLog } from '../../server/process/log.server.ts'
import { addComment } from '../comments/add-comment.server.ts'
import { markAnswer, unmarkAnswer } from '../comments/answers.server.ts'
import { changeComment, deleteComment } from '../comments/change-comment.server.ts'
import { deletePost } from './delete-post.server.ts'
import { removeReactionsAndComments } from '../leave-community.server.ts'
import { likePost, unlikePost } from '../likes/likes.server.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'playhall-posts-'))
let world: Awaited<ReturnType<typeof createTestDatabase>>
let author: PlayerRow
let other: PlayerRow

beforeAll(async () => {
  process.env.DATA_DIR = dataDir
  openLog({ level: 'silent', pretty: false })
  world = await createTestDatabase()
})
beforeEach(async () => {
  author = await createPlayer()
  other = await createPlayer()
})
afterAll(async () => {
  await world.drop()
  rmSync(dataDir, { recursive: true })
})

const actor = (row: PlayerRow) => ({ ...row, sessionId: '' })
const postsOf = ({ id }: PlayerRow) => database().select().from(posts).where(eq(posts.playerId, id))

/** Creates a post with its award. */
async function writePost(by: PlayerRow) {
  const post = await createPost({ playerId: by.id })
  await database().transaction((tx) =>
    awardCredits(tx, { playerId: by.id, activity: 'post', credits: 30, key: `post:${post.id}` }),
  )
  return post
}

/** Deletes a player as deleting an account does. */
function deletePlayer({ id }: PlayerRow): Promise<unknown> {
  return database().transaction(async (tx) => {
    await tx.execute(sql`select from players where id = ${id} for update`)
    await removeReactionsAndComments(tx, id)
    await tx.delete(players).where(eq(players.id, id))
  })
}

test('deleting a post deletes its comments, its notifications and the credits that its author earned with it', async () => {
  const post = await writePost(author)
  const remaining = await writePost(author)
  await addComment(actor(author), post.id, 'My own answer')
  await addComment(actor(other), post.id, 'Of another')
  await likePost(other.id, post.id)
  expect(await readBalance(author.id)).toEqual({ total: 80, sum: 80 })
  expect(await deletePost(author.id, post.id)).toBe(true)
  expect(await readBalance(author.id)).toEqual({ total: 30, sum: 30 })
  expect(await readBalance(other.id)).toEqual({ total: 20, sum: 20 })
  expect((await postsOf(author)).map(({ id }) => id)).toEqual([remaining.id])
  expect(await database().select().from(comments).where(eq(comments.postId, post.id))).toEqual([])
  expect(await database().select().from(notifications).where(eq(notifications.playerId, author.id))).toEqual([])
})

test('an uploaded picture is deleted with the last post that shows it, and other files are not', async () => {
  const folder = path.join(dataDir, 'files/post_pictures', author.id)
  const avatar = path.join(dataDir, 'files/profile_pictures', author.id, 'face.webp')
  for (const file of [path.join(folder, 'a.webp'), avatar]) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, 'a')
  }
  const shows = (mediaUrl: string) => createPost({ playerId: author.id, mediaUrl })
  const picture = `/files/post_pictures/${author.id}/a.webp`
  const [first, second] = [await shows(picture), await shows(picture)]
  const others = [
    await shows(`/files/profile_pictures/${author.id}/face.webp`),
    await shows('/files/post_pictures/../x'),
  ]
  await deletePost(author.id, first.id)
  await runFileDeletions()
  expect(existsSync(path.join(folder, 'a.webp'))).toBe(true)
  await deletePost(author.id, second.id)
  await runFileDeletions()
  expect(existsSync(path.join(folder, 'a.webp'))).toBe(false)
  for (const { id } of others) expect(await deletePost(author.id, id)).toBe(true)
  await runFileDeletions()
  expect(existsSync(avatar)).toBe(true)
})

test('only its author deletes a post, and only once', async () => {
  const post = await writePost(author)
  expect(await deletePost(other.id, post.id)).toBe(false)
  expect(await deletePost((await createPlayer({ role: 'operator' })).id, post.id)).toBe(false)
  const outcomes = await Promise.all([deletePost(author.id, post.id), deletePost(author.id, post.id)])
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await readBalance(author.id)).toEqual({ total: 0, sum: 0 })
})

test('deleting an account subtracts its likes and comments from the counts', async () => {
  const post = await createPost({ playerId: author.id })
  await createPost({ playerId: other.id })
  for (const one of [author, other]) {
    await likePost(one.id, post.id)
    await addComment(actor(one), post.id, 'One')
  }
  await addComment(actor(other), post.id, 'Two')
  await deletePlayer(other)
  expect(await countsOf(post.id)).toEqual({ counted: [1, 1], rows: [1, 1] })
  expect(await postsOf(other)).toEqual([])
})

test('deleting an account subtracts its like from the unread notification of the author', async () => {
  const [post, unnoticed] = [await createPost({ playerId: author.id }), await createPost({ playerId: author.id })]
  const [first, second] = [await createPlayer(), await createPlayer()]
  for (const { id } of [first, second, other]) await likePost(id, post.id)
  await likePost(other.id, unnoticed.id)
  const news = () => database().select().from(notifications).where(eq(notifications.playerId, author.id))
  await deletePlayer(other)
  expect(await news()).toMatchObject([{ postId: post.id, actorId: second.id, times: 2 }])
  await deletePlayer(first)
  expect(await news()).toMatchObject([{ postId: post.id, actorId: second.id, times: 1 }])

  // Likes are not counted again if their notification was read so long ago that it is no longer stored.
  const [old, leaver] = [await createPlayer(), await createPlayer()]
  for (const { id } of [old, leaver]) await likePost(id, unnoticed.id)
  await database().delete(notifications).where(eq(notifications.playerId, author.id))
  await likePost(second.id, unnoticed.id)
  await deletePlayer(leaver)
  expect(await news()).toMatchObject([{ postId: unnoticed.id, actorId: second.id, times: 1 }])
})

test('deleting accounts during concurrent likes, comments and deletions leaves counts that match the rows', async () => {
  const leavers = await Promise.all(Array.from({ length: 4 }, () => createPlayer()))
  const stayers = await Promise.all(Array.from({ length: 4 }, () => createPlayer()))
  const all = [...leavers, ...stayers]
  const written = await Promise.all(all.map((one) => createPost({ playerId: one.id })))
  for (const one of all) {
    for (const { id } of written) {
      await likePost(one.id, id)
      await addComment(actor(one), id, 'Hello')
    }
  }
  const doomed = written.at(-1)!
  await Promise.all([
    ...leavers.map(deletePlayer),
    deletePost(doomed.playerId, doomed.id),
    ...all.flatMap((one) => written.map(({ id }) => unlikePost(one.id, id))),
    ...all.flatMap((one) => written.map(({ id }) => addComment(actor(one), id, 'Again'))),
  ])
  for (const { id } of written) {
    const { counted, rows } = await countsOf(id)
    expect(counted).toEqual(rows)
  }
  expect(await countsOf(written[4]!.id)).toMatchObject({ counted: [0, 8] })
})

/**
 * Starts `write` during the deletion of an account, checks that it waits without holding locks that the deletion needs,
 * and returns its result after the deletion.
 */
async function writeDuringDeparture({ id }: PlayerRow, write: () => Promise<unknown>): Promise<unknown> {
  let late: Promise<unknown> = Promise.resolve()
  await database().transaction(async (tx) => {
    await tx.execute(sql`select from players where id = ${id} for update`)
    late = write()
    late.catch(() => {})
    await untilBlocked()
    for (const table of ['posts', 'post_counts', 'comments']) {
      await tx.execute(sql`select from ${sql.raw(table)} for update nowait`)
    }
    await removeReactionsAndComments(tx, id)
    await tx.delete(players).where(eq(players.id, id))
  })
  return late
}

test.each([
  ['like', (postId: number) => likePost(other.id, postId)],
  ['comment', (postId: number) => addComment(actor(other), postId, 'Late')],
  ['change of a comment', (_: number, commentId: number) => changeComment(actor(other), commentId, 'Late')],
  ['deletion of a comment', (_: number, commentId: number) => deleteComment(actor(other), commentId)],
])('a %s on a post of a departing author waits without holding locks, then finds no post', async (_, write) => {
  const post = await createPost({ playerId: author.id })
  const comment = await addComment(actor(other), post.id, 'Early')
  expect(await writeDuringDeparture(author, () => write(post.id, comment!.id))).toBeNull()
})

test.each([
  ['marking an answer', (_: number, commentId: number) => markAnswer(author.id, commentId), 'none'],
  ['unmarking an answer', (_: number, commentId: number) => unmarkAnswer(author.id, commentId), 'done'],
  ['deleting a post with an answer', (postId: number) => deletePost(author.id, postId), true],
  ['deleting a comment', (_: number, commentId: number) => deleteComment(actor(other), commentId), null],
])('%s of a departing player waits without holding locks', async (_, write, outcome) => {
  const post = await createPost({ playerId: author.id, type: 'question' })
  const comment = await addComment(actor(other), post.id, 'Early')
  await markAnswer(author.id, comment!.id)
  expect(await writeDuringDeparture(other, () => write(post.id, comment!.id))).toBe(outcome)
})
