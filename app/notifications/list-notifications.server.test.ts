import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer, signIn } from '../../testing/fixtures/players.ts'
import { createComment, createPost } from '../../testing/fixtures/posts.ts'
import { database } from '../db/connection.server.ts'
import { postLikes } from '../db/schema/community.server.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'
import { deleteOldNotifications } from './delete-old-notifications.server.ts'
import { listNotifications, markAllRead } from './list-notifications.server.ts'
import { bellCount, describeNotification, notificationHref, type ShownNotification } from './notification-rules.ts'
import { notify, removeLike, type NewNotification } from './notify.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})

afterAll(() => testDatabase.drop())

const send = ({ id }: { id: string }, news: NewNotification) => database().transaction((tx) => notify(tx, id, news))

/** Returns the unread count that the shell loads for a page. */
async function unreadOn(cookie: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const request = new Request(`http://localhost${path}`, { headers: { cookie, ...headers } })
  return (await loadShellPlayer(request)).player!.unread
}

async function createNotified() {
  const [player, mara, jun] = [await createPlayer(), await createPlayer(), await createPlayer()]
  const post = await createPost({ playerId: player.id, title: 'Past gate four' })
  const { cookie } = await signIn(player)
  return { player, mara, jun, post, cookie }
}

test('likes of a post share one notification, which names the last', async () => {
  const { player, mara, jun, post } = await createNotified()
  const [another, late] = [await createPlayer(), await createPlayer()]
  const like = async ({ id }: { id: string }) => {
    await database().insert(postLikes).values({ postId: post.id, playerId: id })
    await send(player, { kind: 'like', postId: post.id, actorId: id })
  }
  const unlike = async ({ id }: { id: string }) => {
    await database().delete(postLikes).where(eq(postLikes.playerId, id))
    await database().transaction((tx) => removeLike(tx, player.id, post.id, new Date()))
  }
  await like(mara)
  const [first] = (await listNotifications(player.id, '')).notifications
  expect(describeNotification(first!)).toBe(`${mara.username} liked "Past gate four"`)
  for (const one of [jun, another, late]) await like(one)
  const { notifications: news } = await listNotifications(player.id, '')
  expect(news).toHaveLength(1)
  expect(describeNotification(news[0]!)).toBe(`${late.username} and 3 others liked "Past gate four"`)
  expect(notificationHref(news[0]!)).toBe(`/community/${post.id}`)
  await unlike(late)
  expect(describeNotification((await listNotifications(player.id, '')).notifications[0]!)).toBe(
    `${another.username} and 2 others liked "Past gate four"`,
  )
  // Withdrawing a like whose notification was read does not change the new notification about another like.
  await markAllRead(player.id)
  await like(late)
  await unlike(mara)
  expect((await listNotifications(player.id, '')).notifications.map(describeNotification)[0]).toBe(
    `${late.username} liked "Past gate four"`,
  )
  await unlike(late)
  expect((await listNotifications(player.id, '')).notifications).toHaveLength(1)
})

test('a comment’s notification links to it, and quotes it only while it is shown', async () => {
  const { player, mara, post } = await createNotified()
  const shown = await createComment(mara, post, { content: 'Nice\n\none' })
  const held = await createComment(mara, post, { content: 'Buy this', state: 'held' })
  for (const { id } of [shown, held])
    await send(player, { kind: 'comment', postId: post.id, commentId: id, actorId: mara.id })
  const { notifications: news } = await listNotifications(player.id, '')
  expect(news.map(({ excerpt }) => excerpt)).toEqual(['', 'Nice one'])
  expect(describeNotification(news[1]!)).toBe(`${mara.username} commented on "Past gate four"`)
  // The page of a comment that the recipient may not see is a 404.
  expect(news.map(notificationHref)).toEqual([`/community/${post.id}`, `/comments/${shown.id}`])
})

test('a notification of a decision has the decision’s own text', async () => {
  const { player, post } = await createNotified()
  const comment = await createComment(player, post)
  await send(player, { kind: 'decision', words: 'Your account is open again.' })
  await send(player, { kind: 'decision', commentId: comment.id, words: 'Your comment was approved.' })
  const { notifications: news } = await listNotifications(player.id, '')
  expect(news.map(describeNotification)).toEqual(['Your comment was approved.', 'Your account is open again.'])
  expect(news.map(notificationHref)).toEqual([`/comments/${comment.id}`, null])
})

test('notifications are paged by thirty without repeats or gaps, even with equal times', async () => {
  const { player, mara, post } = await createNotified()
  await database().execute(sql`
    insert into notifications (player_id, kind, words, created_at)
    select ${player.id}::uuid, 'decision', 'number ' || n, timestamptz '2026-11-21 10:00:00.123456Z' + (n / 7) * interval '1 microsecond'
    from generate_series(1, 65) n`)
  const pages: string[][] = []
  let after: string | null = ''
  while (after !== null) {
    const page: Awaited<ReturnType<typeof listNotifications>> = await listNotifications(player.id, after)
    pages.push(page.notifications.map(({ words }) => words))
    after = page.after
    // A new notification does not shift the next page.
    await send(player, { kind: 'like', postId: post.id, actorId: mara.id })
  }
  expect(pages.map(({ length }) => length)).toEqual([30, 30, 5])
  expect(pages.flat()).toEqual(Array.from({ length: 65 }, (_, at) => `number ${65 - at}`))
})

test.each(['x', '1', '1.2.3', '-1.1', '99999999999999999.1', '1.99999999999', "1.1'"])(
  'the invalid cursor %j starts at the beginning',
  async (after) => {
    const { player, mara, post } = await createNotified()
    await send(player, { kind: 'like', postId: post.id, actorId: mara.id })
    expect((await listNotifications(player.id, after)).notifications).toHaveLength(1)
  },
)

test('the bell counts unread notifications up to its maximum', async () => {
  const { player, mara, post, cookie } = await createNotified()
  expect(await unreadOn(cookie, '/')).toBe(0)
  await send(player, { kind: 'like', postId: post.id, actorId: mara.id })
  expect(await unreadOn(cookie, '/')).toBe(1)
  for (let at = 0; at < 14; at++) await send(player, { kind: 'decision', words: `${at}` })
  expect(await unreadOn(cookie, '/')).toBe(10)
  expect([0, 1, 9, 10].map(bellCount)).toEqual([null, '1', '9', '9+'])
  await markAllRead(player.id)
  expect(await unreadOn(cookie, '/')).toBe(0)
})

test('visiting a post marks its notifications as read on that page, and prefetching does not', async () => {
  const { player, mara, post, cookie } = await createNotified()
  const other = await createPost({ playerId: player.id })
  const comment = await createComment(mara, post)
  await send(player, { kind: 'like', postId: post.id, actorId: mara.id })
  await send(player, { kind: 'comment', postId: post.id, commentId: comment.id, actorId: mara.id })
  await send(player, { kind: 'decision', commentId: comment.id, words: 'approved' })
  await send(player, { kind: 'like', postId: other.id, actorId: mara.id })
  const strangers = await signIn(await createPlayer())
  await unreadOn(strangers.cookie, `/community/${post.id}`)
  expect(await unreadOn(cookie, `/community/${post.id}`, { 'sec-purpose': 'prefetch' })).toBe(4)
  expect(await unreadOn(cookie, `/community/${post.id}.data`, { purpose: 'prefetch' })).toBe(4)
  expect(await unreadOn(cookie, '/community')).toBe(4)
  expect(await unreadOn(cookie, `/community/${post.id}.data?_routes=root`)).toBe(1)
  expect(await unreadOn(cookie, '/')).toBe(1)
  const { notifications: news } = await listNotifications(player.id, '')
  expect(news.filter(({ isRead }) => !isRead)).toMatchObject([{ postId: other.id }])
})

test('notifications read more than 90 days ago are deleted, unread ones are not', async () => {
  const { player } = await createNotified()
  await database().execute(sql`
    insert into notifications (player_id, kind, words, created_at, read_at) values
      (${player.id}, 'decision', 'read long ago', now() - interval '200 days', now() - interval '91 days'),
      (${player.id}, 'decision', 'read', now() - interval '200 days', now() - interval '89 days'),
      (${player.id}, 'decision', 'unread', now() - interval '300 days', null)`)
  expect(await deleteOldNotifications()).toBe(1)
  expect((await listNotifications(player.id, '')).notifications.map(({ words }) => words)).toEqual(['read', 'unread'])
})

test('if the last liker is not named, the others are still counted', () => {
  const news: ShownNotification = {
    id: 1,
    kind: 'like',
    times: 3,
    words: '',
    at: '',
    isRead: false,
    postId: 1,
    commentId: null,
    actor: null,
    about: '',
    excerpt: '',
  }
  expect(describeNotification(news)).toBe('3 players liked your post')
  expect(describeNotification({ ...news, times: 1 })).toBe('1 player liked your post')
})
