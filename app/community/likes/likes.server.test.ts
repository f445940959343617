import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, type PlayerRow } from '../../../testing/fixtures/players.ts'
import { countsOf, createPost, type PostRow } from '../../../testing/fixtures/posts.ts'
import { untilBlocked } from '../../../testing/fixtures/until-blocked.ts'
import { database } from '../../db/connection.server.ts'
import { playerBlocks, postLikes, posts } from '../../db/schema/community.server.ts'
import { notifications } from '../../db/schema/notifications.server.ts'
import { notify } from '../../notifications/notify.server.ts'
import { blockPlayer } from '../../players/blocks.server.ts'
import { deletePost } from '../posts/delete-post.server.ts'
import { likePost, unlikePost } from './likes.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
let author: PlayerRow
let player: PlayerRow
let post: PostRow

beforeAll(async () => {
  world = await createTestDatabase()
})
beforeEach(async () => {
  author = await createPlayer()
  player = await createPlayer()
  post = await createPost({ playerId: author.id })
})
afterAll(() => world.drop())

const notificationsOf = ({ id }: PlayerRow) =>
  database().select().from(notifications).where(eq(notifications.playerId, id))
const fifty = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, at) => work(at)))

test('a like is counted and notified, and unliking undoes both', async () => {
  expect(await likePost(player.id, post.id)).toEqual({ likes: 1, isLiked: true })
  expect(await notificationsOf(author)).toMatchObject([{ kind: 'like', postId: post.id, actorId: player.id, times: 1 }])
  expect(await unlikePost(player.id, post.id)).toEqual({ likes: 0, isLiked: false })
  expect(await notificationsOf(author)).toEqual([])
})

test('repeated liking, reading and unliking notifies once a day', async () => {
  const read = () => database().update(notifications).set({ readAt: new Date() })
  for (let times = 0; times < 12; times++) {
    await likePost(player.id, post.id)
    await read()
    await unlikePost(player.id, post.id)
  }
  expect(await notificationsOf(author)).toHaveLength(1)
  await likePost((await createPlayer()).id, post.id)
  expect(await notificationsOf(author)).toHaveLength(2)
})

test('a like that is withdrawn unread notifies again when it is repeated', async () => {
  await likePost(player.id, post.id)
  await unlikePost(player.id, post.id)
  await likePost(player.id, post.id)
  expect(await notificationsOf(author)).toMatchObject([{ actorId: player.id, times: 1, readAt: null }])
})

test('unliking a post removes only the like of that player', async () => {
  await likePost(player.id, post.id)
  const other = await createPlayer()
  await likePost(other.id, post.id)
  expect(await unlikePost(player.id, post.id)).toEqual({ likes: 1, isLiked: false })
  expect(await countsOf(post.id)).toEqual({ counted: [1, 0], rows: [1, 0] })
  expect(await notificationsOf(author)).toMatchObject([{ actorId: other.id, times: 1 }])
})

test('after a like is withdrawn, the notification does not count or name players across a block', async () => {
  const [first, second] = [await createPlayer(), await createPlayer()]
  for (const { id } of [first, second, player]) await likePost(id, post.id)
  await blockPlayer(author.id, first.username)
  await blockPlayer(second.id, author.username)
  const third = await createPlayer()
  await likePost(third.id, post.id)
  await unlikePost(third.id, post.id)
  expect(await notificationsOf(author)).toMatchObject([{ actorId: player.id, times: 1 }])
  await unlikePost(player.id, post.id)
  expect(await notificationsOf(author)).toEqual([])
})

test('repeated likes and unlikes change nothing', async () => {
  expect(await unlikePost(player.id, post.id)).toEqual({ likes: 0, isLiked: false })
  await likePost(player.id, post.id)
  expect(await likePost(player.id, post.id)).toEqual({ likes: 1, isLiked: true })
  expect(await notificationsOf(author)).toMatchObject([{ times: 1 }])
})

test('likes of several players share one notification, and authors are not notified of their own', async () => {
  await likePost(author.id, post.id)
  expect(await notificationsOf(author)).toEqual([])
  await likePost(player.id, post.id)
  await likePost((await createPlayer()).id, post.id)
  expect(await notificationsOf(author)).toMatchObject([{ times: 2 }])
  await unlikePost(author.id, post.id)
  expect(await notificationsOf(author)).toMatchObject([{ times: 2 }])
})

test('fifty concurrent likes of one player count once', async () => {
  await fifty(() => likePost(player.id, post.id))
  expect(await countsOf(post.id)).toEqual({ counted: [1, 0], rows: [1, 0] })
})

test('fifty concurrent likes of fifty players count fifty', async () => {
  const players = await fifty(() => createPlayer())
  await Promise.all(players.map(({ id }) => likePost(id, post.id)))
  expect(await countsOf(post.id)).toEqual({ counted: [50, 0], rows: [50, 0] })
  expect(await notificationsOf(author)).toMatchObject([{ times: 50 }])
})

test('concurrent likes and unlikes leave counts that match the rows', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => createPlayer()))
  await fifty((at) => (at % 2 ? likePost : unlikePost)(players[at % 6]!.id, post.id))
  const { counted, rows } = await countsOf(post.id)
  expect(counted).toEqual(rows)
})

test('unliking a post preserves the notification of a concurrent like', async () => {
  await likePost(player.id, post.id)
  const other = await createPlayer()
  let unliked: Promise<unknown> = Promise.resolve()
  await database().transaction(async (tx) => {
    await tx.insert(postLikes).values({ postId: post.id, playerId: other.id })
    await notify(tx, author.id, { kind: 'like', postId: post.id, actorId: other.id })
    unliked = unlikePost(player.id, post.id)
    await untilBlocked()
  })
  await unliked
  expect(await notificationsOf(author)).toMatchObject([{ actorId: other.id, times: 1, readAt: null }])
})

test.each(['held', 'removed'] as const)('a post that is %s cannot be liked', async (state) => {
  await database().update(posts).set({ state }).where(eq(posts.id, post.id))
  expect(await likePost(player.id, post.id)).toBeNull()
  expect(await likePost(author.id, post.id)).toBeNull()
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
})

test.each(['player', 'author'] as const)('a like is refused when the %s has blocked the other', async (who) => {
  const [one, other] = who === 'player' ? [player, author] : [author, player]
  await database().insert(playerBlocks).values({ playerId: one.id, blockedId: other.id })
  expect(await likePost(player.id, post.id)).toBeNull()
  expect(await unlikePost(player.id, post.id)).toBeNull()
})

test('an unknown post cannot be liked', async () => {
  expect(await likePost(player.id, 2_147_483_647)).toBeNull()
})

test('deleting a post during concurrent likes removes it without a deadlock', async () => {
  const players = await Promise.all(Array.from({ length: 20 }, () => createPlayer()))
  const [isDeleted] = await Promise.all([
    deletePost(author.id, post.id),
    ...players.map(({ id }) => likePost(id, post.id)),
    ...players.map(({ id }) => unlikePost(id, post.id)),
  ])
  expect(isDeleted).toBe(true)
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
})
