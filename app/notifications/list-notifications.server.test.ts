import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer, signIn } from '../../testing/fixtures/players.ts'
import { createComment, createPost } from '../../testing/fixtures/posts.ts'
import { database } from '../db/connection.server.ts'
import { postLikes } from '../db/schema/community.server.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'
import { deleteOldNotifications } from './delete-old-notifications.server.ts'
import { listNotifications, readAllNews } from './list-notifications.server.ts'
import { bellCount, describeNotification, notificationHref, type ShownNotification } from './notification-rules.ts'
import { notify, removeLike, type NewNotification } from './notify.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})

afterAll(() => testDatabase.drop())

const tell = ({ id }: { id: string }, news: NewNotification) => database().transaction((tx) => notify(tx, id, news))

/** Returns the unread count that the shell loads for a page. */
async function unreadOn(cookie: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const request = new Request(`http://localhost${path}`, { headers: { cookie, ...headers } })
  return (await loadShellPlayer(request)).player!.unread
}

async function createNotified() {
  const [told, mara, jun] = [await createPlayer(), await createPlayer(), await createPlayer()]
  const post = await createPost({ playerId: told.id, title: 'Past gate four' })
  const { cookie } = await signIn(told)
  return { told, mara, jun, post, cookie }
}

test('likes of a post are one line, which names the last', async () => {
  const { told, mara, jun, post } = await createNotified()
  const [another, late] = [await createPlayer(), await createPlayer()]
  const like = async ({ id }: { id: string }) => {
    await database().insert(postLikes).values({ postId: post.id, playerId: id })
    await tell(told, { kind: 'like', postId: post.id, actorId: id })
  }
  const unlike = async ({ id }: { id: string }) => {
    await database().delete(postLikes).where(eq(postLikes.playerId, id))
    await database().transaction((tx) => removeLike(tx, told.id, post.id, new Date()))
  }
  await like(mara)
  const [first] = (await listNotifications(told.id, '')).news
  expect(describeNotification(first!)).toBe(`${mara.username} liked "Past gate four"`)
  for (const one of [jun, another, late]) await like(one)
  const { news } = await listNotifications(told.id, '')
  expect(news).toHaveLength(1)
  expect(describeNotification(news[0]!)).toBe(`${late.username} and 3 others liked "Past gate four"`)
  expect(notificationHref(news[0]!)).toBe(`/community/${post.id}`)
  await unlike(late)
  expect(describeNotification((await listNotifications(told.id, '')).news[0]!)).toBe(
    `${another.username} and 2 others liked "Past gate four"`,
  )
  // Withdrawing a like whose line was read does not change the new line of another like.
  await readAllNews(told.id)
  await like(late)
  await unlike(mara)
  expect((await listNotifications(told.id, '')).news.map(describeNotification)[0]).toBe(
    `${late.username} liked "Past gate four"`,
  )
  await unlike(late)
  expect((await listNotifications(told.id, '')).news).toHaveLength(1)
})

test('a comment is told with its words while others see it, and leads to it', async () => {
  const { told, mara, post } = await createNotified()
  const shown = await createComment(mara, post, { content: 'Nice\n\none' })
  const held = await createComment(mara, post, { content: 'Buy this', state: 'held' })
  for (const { id } of [shown, held])
    await tell(told, { kind: 'comment', postId: post.id, commentId: id, actorId: mara.id })
  const { news } = await listNotifications(told.id, '')
  expect(news.map(({ said }) => said)).toEqual(['', 'Nice one'])
  expect(describeNotification(news[1]!)).toBe(`${mara.username} commented on "Past gate four"`)
  expect(notificationHref(news[1]!)).toBe(`/comments/${shown.id}`)
})

test('a decision is told in its own words, whatever it is about', async () => {
  const { told, post } = await createNotified()
  const comment = await createComment(told, post)
  await tell(told, { kind: 'decision', words: 'Your account is open again.' })
  await tell(told, { kind: 'decision', commentId: comment.id, words: 'Your comment was approved.' })
  const { news } = await listNotifications(told.id, '')
  expect(news.map(describeNotification)).toEqual(['Your comment was approved.', 'Your account is open again.'])
  expect(news.map(notificationHref)).toEqual([`/comments/${comment.id}`, null])
})

test('news are given thirty at a time, none twice and none left out, also where many came at once', async () => {
  const { told, mara, post } = await createNotified()
  await database().execute(sql`
    insert into notifications (player_id, kind, words, created_at)
    select ${told.id}::uuid, 'decision', 'number ' || n, timestamptz '2026-11-21 10:00:00.123456Z' + (n / 7) * interval '1 microsecond'
    from generate_series(1, 65) n`)
  const pages: string[][] = []
  let after: string | null = ''
  while (after !== null) {
    const page: Awaited<ReturnType<typeof listNotifications>> = await listNotifications(told.id, after)
    pages.push(page.news.map(({ words }) => words))
    after = page.after
    // A new notification does not shift the next page.
    await tell(told, { kind: 'like', postId: post.id, actorId: mara.id })
  }
  expect(pages.map(({ length }) => length)).toEqual([30, 30, 5])
  expect(pages.flat()).toEqual(Array.from({ length: 65 }, (_, at) => `number ${65 - at}`))
})

test.each(['x', '1', '1.2.3', '-1.1', '99999999999999999.1', '1.99999999999', "1.1'"])(
  'the place %j, which we never gave, is the beginning',
  async (after) => {
    const { told, mara, post } = await createNotified()
    await tell(told, { kind: 'like', postId: post.id, actorId: mara.id })
    expect((await listNotifications(told.id, after)).news).toHaveLength(1)
  },
)

test('the bell counts what is unread, no further than it shows', async () => {
  const { told, mara, post, cookie } = await createNotified()
  expect(await unreadOn(cookie, '/')).toBe(0)
  await tell(told, { kind: 'like', postId: post.id, actorId: mara.id })
  expect(await unreadOn(cookie, '/')).toBe(1)
  for (let at = 0; at < 14; at++) await tell(told, { kind: 'decision', words: `${at}` })
  expect(await unreadOn(cookie, '/')).toBe(10)
  expect([0, 1, 9, 10].map(bellCount)).toEqual([null, '1', '9', '9+'])
  await readAllNews(told.id)
  expect(await unreadOn(cookie, '/')).toBe(0)
})

test('going to a post reads what is told of it and its comments, on that very page; fetching it ahead does not', async () => {
  const { told, mara, post, cookie } = await createNotified()
  const other = await createPost({ playerId: told.id })
  const comment = await createComment(mara, post)
  await tell(told, { kind: 'like', postId: post.id, actorId: mara.id })
  await tell(told, { kind: 'comment', postId: post.id, commentId: comment.id, actorId: mara.id })
  await tell(told, { kind: 'decision', commentId: comment.id, words: 'approved' })
  await tell(told, { kind: 'like', postId: other.id, actorId: mara.id })
  const strangers = await signIn(await createPlayer())
  await unreadOn(strangers.cookie, `/community/${post.id}`)
  expect(await unreadOn(cookie, `/community/${post.id}`, { 'sec-purpose': 'prefetch' })).toBe(4)
  expect(await unreadOn(cookie, `/community/${post.id}.data`, { purpose: 'prefetch' })).toBe(4)
  expect(await unreadOn(cookie, '/community')).toBe(4)
  expect(await unreadOn(cookie, `/community/${post.id}.data?_routes=root`)).toBe(1)
  expect(await unreadOn(cookie, '/')).toBe(1)
  const { news } = await listNotifications(told.id, '')
  expect(news.filter(({ isRead }) => !isRead)).toMatchObject([{ postId: other.id }])
})

test('what was read 90 days ago is forgotten; what was not read stays', async () => {
  const { told } = await createNotified()
  await database().execute(sql`
    insert into notifications (player_id, kind, words, created_at, read_at) values
      (${told.id}, 'decision', 'read long ago', now() - interval '200 days', now() - interval '91 days'),
      (${told.id}, 'decision', 'read', now() - interval '200 days', now() - interval '89 days'),
      (${told.id}, 'decision', 'unread', now() - interval '300 days', null)`)
  expect(await deleteOldNotifications()).toBe(1)
  expect((await listNotifications(told.id, '')).news.map(({ words }) => words)).toEqual(['read', 'unread'])
})

test('where the last who liked is not named, the others are still counted', () => {
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
    said: '',
  }
  expect(describeNotification(news)).toBe('3 players liked your post')
  expect(describeNotification({ ...news, times: 1 })).toBe('1 player liked your post')
})
