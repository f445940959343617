import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBlogPost } from '../../testing/fixtures/blog-posts.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { daysAgo } from '../../testing/fixtures/games.ts'
import { database } from '../db/connection.server.ts'
import { blogPosts } from '../db/schema/blog.server.ts'
import { findBlogPost, hasJustOpened, listBlogPosts, listFeedPosts, listSitemapPosts } from './blog-posts.server.ts'
import { POSTS_ON_PAGE } from './blog-rules.ts'
import { publishPost, savePost, unpublishPost } from './publishing/save-post.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  await database().delete(blogPosts)
})
afterAll(() => testDatabase.drop())

const titles = async (page = 1) => (await listBlogPosts(page)).posts.map(({ title }) => title)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

test('the list has published posts that are not scheduled for later, newest first, in pages', async () => {
  await createBlogPost({ title: 'A draft', isPublished: false })
  await createBlogPost({ title: 'To come', publishedAt: inHours(1) })
  for (let at = 0; at <= POSTS_ON_PAGE; at++) await createBlogPost({ title: `Post ${at}`, publishedAt: daysAgo(at) })
  expect(await titles()).toEqual(Array.from({ length: POSTS_ON_PAGE }, (_, at) => `Post ${at}`))
  expect(await titles(2)).toEqual([`Post ${POSTS_ON_PAGE}`])
  expect(await listBlogPosts(3)).toMatchObject({ page: 1, pages: 2 })
  expect(await listFeedPosts()).toHaveLength(POSTS_ON_PAGE + 1)
  expect(await listSitemapPosts()).toHaveLength(POSTS_ON_PAGE + 1)
})

test('an empty list has one page', async () => {
  expect(await listBlogPosts(1)).toEqual({ posts: [], page: 1, pages: 1 })
})

test('a post has an older and a newer neighbour, even if dates are equal', async () => {
  const at = daysAgo(3)
  const [first, second, third] = [
    await createBlogPost({ publishedAt: at }),
    await createBlogPost({ publishedAt: at }),
    await createBlogPost({ publishedAt: daysAgo(1) }),
  ]
  await createBlogPost({ publishedAt: inHours(2) })
  await createBlogPost({ isPublished: false })
  const neighbours = async (slug: string) => {
    const { older, newer } = (await findBlogPost(slug))!
    return [older?.slug, newer?.slug]
  }
  expect(await neighbours(first.slug)).toEqual([undefined, second.slug])
  expect(await neighbours(second.slug)).toEqual([first.slug, third.slug])
  expect(await neighbours(third.slug)).toEqual([second.slug, undefined])
})

test('a post is a draft until published, keeps its date while unpublished, and can get another date', async () => {
  const written = {
    slug: 'lamps', title: 'Lamps', author: 'Admin', tags: [], source: 'Text', format: 'markdown' as const, content: '<p>Text</p>', minutes: 1,
  } // prettier-ignore
  const inTransaction = database().transaction.bind(database())
  const saved = await inTransaction((tx) => savePost(tx, written))
  expect(saved).toMatchObject({ isNew: true, isPublished: false, publishedAt: null })
  expect(await findBlogPost('lamps')).toBeNull()
  const at = await inTransaction((tx) => publishPost(tx, saved.id, null))
  expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
  expect((await findBlogPost('lamps'))?.at).toBe(at.toISOString())
  await inTransaction((tx) => unpublishPost(tx, saved.id))
  expect(await findBlogPost('lamps')).toBeNull()
  expect(await inTransaction((tx) => savePost(tx, { ...written, title: 'Anew' }))).toEqual({
    id: saved.id, isNew: false, isPublished: false, publishedAt: at,
  }) // prettier-ignore
  expect(await inTransaction((tx) => publishPost(tx, saved.id, null))).toEqual(at)
  const later = inHours(5)
  expect(await inTransaction((tx) => publishPost(tx, saved.id, later))).toEqual(later)
  expect(await findBlogPost('lamps')).toBeNull()
})

test('a post whose scheduled time has just passed is reported for a while', async () => {
  await createBlogPost({ publishedAt: inHours(-2) })
  const { id } = await createBlogPost({ publishedAt: inHours(1) })
  expect(await hasJustOpened(150)).toBe(false)
  await database()
    .update(blogPosts)
    .set({ publishedAt: new Date(Date.now() - 60_000) })
    .where(eq(blogPosts.id, id))
  expect(await hasJustOpened(150)).toBe(true)
})
