import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, type PlayerRow, signIn } from '../../../testing/fixtures/players.ts'
import { countsOf, createPost, type PostRow } from '../../../testing/fixtures/posts.ts'
import { database } from '../../db/connection.server.ts'
import { comments, blocklist, playerBlocks, posts } from '../../db/schema/community.server.ts'
import { notifications } from '../../db/schema/notifications.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { addComment } from './add-comment.server.ts'
import { changeComment, deleteComment } from './change-comment.server.ts'
import { findCommentHref, listComments } from './comments.server.ts'
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
const visibleTo = async (token: string | null) =>
  (await listComments(post.id, 0, token)).comments.map(({ content }) => content)

async function writeComment(content: string, as = player): Promise<number> {
  const added = await addComment(as, post.id, content)
  return added!.id
}

test('a comment is counted, earns credits and notifies the author of the post', async () => {
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
])('a comment of %i characters, emoji included, earns %i', async (length, credits) => {
  const id = await writeComment('🎮'.repeat(length))
  expect(await readLedger(player.id)).toEqual([`comment:${id} ${credits}`])
})

test('a player earns for twenty comments a day', async () => {
  for (let at = 0; at < 21; at++) await writeComment(`No ${at}`)
  expect(await readBalance(player.id)).toEqual({ total: 400, sum: 400 })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 21], rows: [0, 21] })
})

test('a comment on one’s own post sends no notification', async () => {
  await writeComment('And another thing', { ...author, sessionId: '' })
  expect(await notificationsOf(author)).toEqual([])
})

test('a comment with a blocked word is held: only its author and operators see it, and it is not counted or notified', async () => {
  const id = await writeComment('Here is CHEAP, gold!')
  expect(await rowOf(id)).toMatchObject({ state: 'held', stateWhy: 'word' })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
  expect(await readLedger(player.id)).toEqual([])
  expect(await notificationsOf(author)).toEqual([])
  expect(await visibleTo(null)).toEqual([])
  expect(await visibleTo((await signIn(author)).token)).toEqual([])
  expect(await visibleTo((await signIn(player)).token)).toEqual(['Here is CHEAP, gold!'])
  expect(await visibleTo((await signIn(await createPlayer({ role: 'operator' }))).token)).toHaveLength(1)
})

test('an edit is marked, and holds or shows the comment depending on its words', async () => {
  const id = await writeComment('Fine')
  expect(await changeComment(player, id, 'Finer')).toMatchObject({ content: 'Finer', state: 'shown' })
  expect((await listComments(post.id, 0, null)).comments).toMatchObject([
    { content: 'Finer', editedAt: expect.any(String) },
  ])
  expect(await changeComment(player, id, 'cheap gold')).toMatchObject({ state: 'held', stateWhy: 'word' })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
  expect(await changeComment(player, id, 'Fine again')).toMatchObject({ state: 'shown', stateWhy: '' })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
})

test('a held comment earns and notifies once it is first shown', async () => {
  const id = await writeComment('cheap gold')
  await changeComment(player, id, 'gold')
  await changeComment(player, id, 'gold again')
  expect(await readLedger(player.id)).toHaveLength(1)
  for (const text of ['cheap gold', 'gold', 'cheap gold', 'gold']) await changeComment(player, id, text)
  expect(await readLedger(player.id)).toHaveLength(1)
  expect(await notificationsOf(author)).toMatchObject([{ commentId: id }])
})

test('a removed comment cannot be edited but can be deleted', async () => {
  const id = await writeComment('Rude words')
  await database().update(comments).set({ state: 'removed', stateWhy: 'Rude' }).where(eq(comments.id, id))
  await database().execute(`update post_counts set comments = 0 where post_id = ${post.id}`)
  expect(await changeComment(player, id, 'Nice words')).toBeNull()
  expect(await deleteComment(player, id)).toBe(post.id)
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
})

test('a deleted comment leaves no count, credits or notification', async () => {
  const id = await writeComment('Never mind')
  expect(await deleteComment(player, id)).toBe(post.id)
  expect(await deleteComment(player, id)).toBeNull()
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
  expect(await readLedger(player.id)).toEqual([`comment:${id} 20`, `back:comment:${id} -20`])
  expect(await notificationsOf(author)).toEqual([])
})

test('players cannot edit or delete comments of others', async () => {
  const id = await writeComment('Mine')
  for (const other of [await createActor(), { ...author, sessionId: '' }]) {
    expect(await changeComment(other, id, 'Yours')).toBeNull()
    expect(await deleteComment(other, id)).toBeNull()
  }
  expect(await rowOf(id)).toMatchObject({ content: 'Mine', editedAt: null })
})

test('fifty concurrent deletions of one comment delete it once', async () => {
  const id = await writeComment('To be deleted')
  await writeComment('To remain')
  await Promise.all(Array.from({ length: 50 }, () => deleteComment(player, id)))
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
  expect(await readBalance(player.id)).toEqual({ total: 20, sum: 20 })
})

test('concurrent comments, edits and deletions leave counts that match the rows', async () => {
  const players = await Promise.all(Array.from({ length: 10 }, createActor))
  await Promise.all(
    players.map(async (one, at) => {
      const ids = [await writeComment(`One of ${at}`, one), await writeComment(`Two of ${at}`, one)]
      await Promise.all([
        changeComment(one, ids[0]!, 'cheap gold'),
        deleteComment(one, ids[1]!),
        writeComment('Three', one),
      ])
    }),
  )
  expect(await countsOf(post.id)).toEqual({ counted: [0, 10], rows: [0, 10] })
})

test('deleting a post during concurrent comments removes them all without a deadlock', async () => {
  const players = await Promise.all(Array.from({ length: 10 }, createActor))
  const before = await Promise.all(players.map((one) => writeComment('Before', one)))
  const [isDeleted] = await Promise.all([
    deletePost(author.id, post.id),
    ...players.map((one) => addComment(one, post.id, 'During')),
    ...players.map((one, at) => deleteComment(one, before[at]!)),
    ...players.map((one, at) => changeComment(one, before[at]!, 'cheap gold')),
  ])
  expect(isDeleted).toBe(true)
  expect(await database().select().from(comments).where(eq(comments.postId, post.id))).toEqual([])
})

test.each(['held', 'removed'] as const)('a post that is %s takes no comments', async (state) => {
  await database().update(posts).set({ state }).where(eq(posts.id, post.id))
  expect(await addComment(player, post.id, 'Hello?')).toBeNull()
})

test('a block hides the players’ comments from each other and refuses comments on each other’s posts', async () => {
  const other = await createActor()
  await writeComment('Of the other', other)
  await writeComment('Mine')
  await database().insert(playerBlocks).values({ playerId: other.id, blockedId: player.id })
  expect(await visibleTo((await signIn(player)).token)).toEqual(['Mine'])
  expect(await visibleTo((await signIn(other)).token)).toEqual(['Of the other'])
  expect(await visibleTo(null)).toEqual(['Of the other', 'Mine'])
  await database().insert(playerBlocks).values({ playerId: author.id, blockedId: player.id })
  expect(await addComment(player, post.id, 'Again')).toBeNull()
})

test('comments come oldest first, fifty a page, and each has a permanent link', async () => {
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
  expect(await findCommentHref(ids[0]!, null)).toBe(`${page}#comment-${ids[0]}`)
  expect(await findCommentHref(ids.at(-2)!, null)).toBe(`${page}#comment-${ids.at(-2)}`)
  expect(await findCommentHref(ids.at(-1)!, null)).toBe(`${page}?after=${ids.at(-1)! - 1}#comment-${ids.at(-1)}`)
  expect(await findCommentHref(2_147_483_647, null)).toBeNull()
  // An operator's first page includes comments that are not public.
  await database().update(comments).set({ state: 'held' }).where(eq(comments.id, ids[0]!))
  const { token } = await signIn(await createPlayer({ role: 'operator' }))
  expect(await findCommentHref(ids.at(-1)!, token)).toBe(`${page}?after=${ids.at(-1)! - 1}#comment-${ids.at(-1)}`)
})

test('the same comment sent again within ten minutes is created once, in case a response was lost', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => writeComment('Twice')))
  expect(new Set(ids).size).toBe(1)
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
  await database().execute(sql`update comments set created_at = now() - interval '11 minutes'`)
  expect(await writeComment('Twice')).not.toBe(ids[0])
})

test.each(['b\u00adadword', 'b\u200badword', 'ｂａｄｗｏｒｄ', '𝐛𝐚𝐝𝐰𝐨𝐫𝐝', 'ba\u0301dword', 'BADWORD!'])(
  'a blocked word is found in spite of look-alike characters: %j',
  async (text) => {
    await database().insert(blocklist).values({ word: 'badword' }).onConflictDoNothing()
    expect(await rowOf(await writeComment(text))).toMatchObject({ state: 'held', stateWhy: 'word' })
  },
)
