import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBlogPost } from '../../testing/fixtures/blog-posts.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { daysAgo } from '../../testing/fixtures/games.ts'
import { database } from '../db/connection.server.ts'
import { blogPosts } from '../db/schema/blog.server.ts'
import { listBlogCategories, listCategoryPosts } from './blog-categories.server.ts'
import { blogCategoryHref } from './blog-href.ts'
import { POSTS_ON_PAGE } from './blog-rules.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  await database().delete(blogPosts)
})
afterAll(() => testDatabase.drop())

const inAnHour = () => new Date(Date.now() + 3_600_000)

test('a category lists its published posts, newest first, in pages', async () => {
  await createBlogPost({ category: 'Guides', title: 'A draft', isPublished: false })
  await createBlogPost({ category: 'Guides', title: 'To come', publishedAt: inAnHour() })
  await createBlogPost({ category: 'News' })
  await createBlogPost()
  for (let at = 0; at <= POSTS_ON_PAGE; at++)
    await createBlogPost({ category: 'Guides', title: `Post ${at}`, publishedAt: daysAgo(at) })
  const first = await listCategoryPosts('guides', 1)
  expect(first).toMatchObject({ name: 'Guides', count: POSTS_ON_PAGE + 1, page: 1, pages: 2 })
  expect(first?.posts.map(({ title }) => title)).toEqual(Array.from({ length: POSTS_ON_PAGE }, (_, at) => `Post ${at}`))
  expect((await listCategoryPosts('guides', 2))?.posts.map(({ title }) => title)).toEqual([`Post ${POSTS_ON_PAGE}`])
  expect(await listCategoryPosts('guides', 3)).toMatchObject({ page: 1, pages: 2 })
})

test('a category without published posts does not exist', async () => {
  await createBlogPost({ category: 'Secrets', isPublished: false })
  await createBlogPost({ category: 'Plans', publishedAt: inAnHour() })
  await createBlogPost()
  for (const slug of ['secrets', 'plans', '', 'none']) expect(await listCategoryPosts(slug, 1)).toBeNull()
  expect(await listBlogCategories()).toEqual([])
})

test('different spellings are one category, named as in its newest post', async () => {
  const updatedAt = daysAgo(1)
  await createBlogPost({ category: 'tips & tricks', title: 'Old', publishedAt: daysAgo(3), updatedAt })
  await createBlogPost({ category: 'Tips, Tricks', title: 'New', publishedAt: daysAgo(2), updatedAt: daysAgo(2) })
  await createBlogPost({ category: 'News', publishedAt: daysAgo(4), updatedAt: daysAgo(4) })
  const list = await listCategoryPosts('tips-tricks', 1)
  expect(list).toMatchObject({ name: 'Tips, Tricks', count: 2 })
  expect(list?.posts.map(({ title, category }) => [title, category])).toEqual([
    ['New', 'Tips, Tricks'],
    ['Old', 'tips & tricks'],
  ])
  const listed = (await listBlogCategories()).map(({ name, changedAt }) => [name, changedAt.getTime()])
  expect(listed.map(([name]) => name)).toEqual(['Tips, Tricks', 'News'])
  expect(listed[0]?.[1]).toBe(updatedAt.getTime())
})

test('a category has a URL in any script', async () => {
  expect(blogCategoryHref('Behind the scenes', 2)).toBe('/blog/category/behind-the-scenes?page=2')
  expect(blogCategoryHref('攻略 / 初級')).toBe(`/blog/category/${encodeURIComponent('攻略 / 初級')}`)
  await createBlogPost({ category: '攻略 / 初級' })
  expect(await listCategoryPosts('攻略 / 初級', 1)).toMatchObject({ name: '攻略 / 初級', count: 1 })
})
