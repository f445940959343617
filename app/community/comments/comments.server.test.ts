import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, type PlayerRow, signIn } from '../../../testing/fixtures/players.ts'
import { countsOf, createPost, type PostRow } from '../../../testing/fixtures/posts.ts'
import { database } from '../../db/connection.server.ts'
import { comments, blocklist, notifications, playerBlocks, posts } from '../../db/schema/community.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { addComment } from './add-comment.server.ts'
import { changeComment, deleteComment } from './change-comment.server.ts'
import { findCommentPlace, listComments } from './comments.server.ts'
import { deletePost } from '../posts/delete-post.server.ts'
import { COMMENTS_ON_PAGE } from '../post-rules.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
let author: PlayerRow
let player: Player
let post: PostRow

beforeAll(async () => {
  world = await createTestDatabase()
  await database().insert(blocklist).values({ word: 'cheap gold' })
})
beforeEach(async () => {
  author = await createPlayer()
  player = await createActor()
  post = await createPost({ playerId: author.id })
})
afterAll(() => world.drop())

async function createActor(): Promise<Player> {
  return { ...(await createPlayer()), sessionId: '' }
}

const notificationsOf = ({ id }: { id: string }) =>
  database().select().from(notifications).where(eq(notifications.playerId, id))
const rowOf = async (id: number) => (await database().select().from(comments).where(eq(comments.id, id)))[0]
const seenBy = async (token: string | null) =>
  (await listComments(post.id, 0, token)).comments.map(({ content }) => content)

async function say(content: string, as = player): Promise<number> {
  const added = await addComment(as, post.id, content)
  return added!.id
}

test('a comment is counted, earns, and is told to the author of the post', async () => {
  const added = await addComment(player, post.id, 'Thanks,\nthat helped.')
  expect(added).toMatchObject({
    content: 'Thanks,\nthat helped.',
    state: 'shown',
    isMine: true,
    editedAt: null,
    author: { username: player.username, avatar: null },
  })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
  expect(await readLedger(player.id)).toEqual([`comment:${added!.id} 20`])
  expect(await notificationsOf(author)).toMatchObject([{ kind: 'comment', commentId: added!.id, actorId: player.id }])
})

test.each([
  [100, 20],
  [101, 25],
  [200, 25],
  [201, 35],
])('a comment of %i letters, emoji among them, earns %i', async (length, credits) => {
  const id = await say('🎮'.repeat(length))
  expect(await readLedger(player.id)).toEqual([`comment:${id} ${credits}`])
})

test('twenty comments a day earn', async () => {
  for (let at = 0; at < 21; at++) await say(`No ${at}`)
  expect(await readBalance(player.id)).toEqual({ total: 400, sum: 400 })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 21], rows: [0, 21] })
})

test('whoever answers below their own post is told nothing', async () => {
  await say('And another thing', { ...author, sessionId: '' })
  expect(await notificationsOf(author)).toEqual([])
})

test('what has a word of the list is held: its writer sees it, others do not, and nothing is counted or told', async () => {
  const id = await say('Here is CHEAP, gold!')
  expect(await rowOf(id)).toMatchObject({ state: 'held', stateWhy: 'word' })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
  expect(await readLedger(player.id)).toEqual([])
  expect(await notificationsOf(author)).toEqual([])
  expect(await seenBy(null)).toEqual([])
  expect(await seenBy((await signIn(author)).token)).toEqual([])
  expect(await seenBy((await signIn(player)).token)).toEqual(['Here is CHEAP, gold!'])
  expect(await seenBy((await signIn(await createPlayer({ role: 'operator' }))).token)).toHaveLength(1)
})

test('an edit says so, and holds or shows the comment as its words ask for', async () => {
  const id = await say('Fine')
  expect(await changeComment(player, id, 'Finer')).toMatchObject({ content: 'Finer', state: 'shown' })
  expect((await listComments(post.id, 0, null)).comments).toMatchObject([
    { content: 'Finer', editedAt: expect.any(String) },
  ])
  expect(await changeComment(player, id, 'cheap gold')).toMatchObject({ state: 'held', stateWhy: 'word' })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
  expect(await changeComment(player, id, 'Fine again')).toMatchObject({ state: 'shown', stateWhy: '' })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
})

test('a comment that is shown only after an edit earns and is told to the author then', async () => {
  const id = await say('cheap gold')
  await changeComment(player, id, 'gold')
  await changeComment(player, id, 'gold again')
  expect(await readLedger(player.id)).toHaveLength(1)
  for (const text of ['cheap gold', 'gold', 'cheap gold', 'gold']) await changeComment(player, id, text)
  expect(await readLedger(player.id)).toHaveLength(1)
  expect(await notificationsOf(author)).toMatchObject([{ commentId: id }])
})

test('what an operator removed stays as it is, and can be deleted', async () => {
  const id = await say('Rude words')
  await database().update(comments).set({ state: 'removed', stateWhy: 'Rude' }).where(eq(comments.id, id))
  await database().execute(`update post_counts set comments = 0 where post_id = ${post.id}`)
  expect(await changeComment(player, id, 'Nice words')).toBeNull()
  expect(await deleteComment(player, id)).toBe(post.id)
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
})

test('a comment that is deleted leaves neither count, nor credits, nor news', async () => {
  const id = await say('Never mind')
  expect(await deleteComment(player, id)).toBe(post.id)
  expect(await deleteComment(player, id)).toBeNull()
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
  expect(await readLedger(player.id)).toEqual([`comment:${id} 20`, `back:comment:${id} -20`])
  expect(await notificationsOf(author)).toEqual([])
})

test('nobody changes or deletes what another wrote', async () => {
  const id = await say('Mine')
  for (const other of [await createActor(), { ...author, sessionId: '' }]) {
    expect(await changeComment(other, id, 'Yours')).toBeNull()
    expect(await deleteComment(other, id)).toBeNull()
  }
  expect(await rowOf(id)).toMatchObject({ content: 'Mine', editedAt: null })
})

test('one comment deleted fifty times at once is deleted once', async () => {
  const id = await say('Going')
  await say('Staying')
  await Promise.all(Array.from({ length: 50 }, () => deleteComment(player, id)))
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
  expect(await readBalance(player.id)).toEqual({ total: 20, sum: 20 })
})

test('many who write and delete at once leave counts that agree with the rows', async () => {
  const players = await Promise.all(Array.from({ length: 10 }, createActor))
  await Promise.all(
    players.map(async (one, at) => {
      const ids = [await say(`One of ${at}`, one), await say(`Two of ${at}`, one)]
      await Promise.all([changeComment(one, ids[0]!, 'cheap gold'), deleteComment(one, ids[1]!), say('Three', one)])
    }),
  )
  expect(await countsOf(post.id)).toEqual({ counted: [0, 10], rows: [0, 10] })
})

test('a post that is deleted while many comment on it takes all of it along, and nobody waits for ever', async () => {
  const players = await Promise.all(Array.from({ length: 10 }, createActor))
  const before = await Promise.all(players.map((one) => say('Before', one)))
  const [isGone] = await Promise.all([
    deletePost(author.id, post.id),
    ...players.map((one) => addComment(one, post.id, 'During')),
    ...players.map((one, at) => deleteComment(one, before[at]!)),
    ...players.map((one, at) => changeComment(one, before[at]!, 'cheap gold')),
  ])
  expect(isGone).toBe(true)
  expect(await database().select().from(comments).where(eq(comments.postId, post.id))).toEqual([])
})

test.each(['held', 'removed'] as const)('nobody comments on a post that is %s', async (state) => {
  await database().update(posts).set({ state }).where(eq(posts.id, post.id))
  expect(await addComment(player, post.id, 'Hello?')).toBeNull()
})

test('players who have fallen out neither comment on each other’s posts nor see each other’s comments', async () => {
  const other = await createActor()
  await say('Of the other', other)
  await say('Mine')
  await database().insert(playerBlocks).values({ playerId: other.id, blockedId: player.id })
  expect(await seenBy((await signIn(player)).token)).toEqual(['Mine'])
  expect(await seenBy((await signIn(other)).token)).toEqual(['Of the other'])
  expect(await seenBy(null)).toEqual(['Of the other', 'Mine'])
  await database().insert(playerBlocks).values({ playerId: author.id, blockedId: player.id })
  expect(await addComment(player, post.id, 'Again')).toBeNull()
})

test('comments come oldest first, fifty at a time, and each knows its place', async () => {
  const ids: number[] = []
  for (let at = 0; at <= COMMENTS_ON_PAGE; at++) {
    const values = { postId: post.id, playerId: player.id, content: `No ${at}` }
    ids.push((await database().insert(comments).values(values).returning())[0]!.id)
  }
  const first = await listComments(post.id, 0, null)
  expect(first.comments.map(({ id }) => id)).toEqual(ids.slice(0, -1))
  expect(first.next).toBe(ids.at(-2))
  expect(await listComments(post.id, first.next!, null)).toMatchObject({ comments: [{ id: ids.at(-1) }], next: null })
  const page = `/community/${post.id}`
  expect(await findCommentPlace(ids[0]!, null)).toBe(`${page}#comment-${ids[0]}`)
  expect(await findCommentPlace(ids.at(-2)!, null)).toBe(`${page}#comment-${ids.at(-2)}`)
  expect(await findCommentPlace(ids.at(-1)!, null)).toBe(`${page}?after=${ids.at(-1)! - 1}#comment-${ids.at(-1)}`)
  expect(await findCommentPlace(2_147_483_647, null)).toBeNull()
})

test('what was just said below a post is not said again, since its answer may have been lost', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => say('Twice')))
  expect(new Set(ids).size).toBe(1)
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
  await database().execute(sql`update comments set created_at = now() - interval '11 minutes'`)
  expect(await say('Twice')).not.toBe(ids[0])
})

test.each(['b\u00adadword', 'b\u200badword', 'ｂａｄｗｏｒｄ', '𝐛𝐚𝐝𝐰𝐨𝐫𝐝', 'ba\u0301dword', 'BADWORD!'])(
  'a word of the list is held as it looks: %j',
  async (text) => {
    await database().insert(blocklist).values({ word: 'badword' }).onConflictDoNothing()
    expect(await rowOf(await say(text))).toMatchObject({ state: 'held', stateWhy: 'word' })
  },
)
