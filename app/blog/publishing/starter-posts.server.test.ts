import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBlogPost } from '../../../testing/fixtures/blog-posts.ts'
import { checkBuild } from '../../../cli/prepare.mjs'
import { runFileDeletions } from '../../../testing/fixtures/file-deletions.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { listAuditLog } from '../../accounts/operators/audit-log.server.ts'
import { database } from '../../db/connection.server.ts'
import { blogPosts, blogStarters } from '../../db/schema/blog.server.ts'
import { storage } from '../../server/files/storage.server.ts'
import { findBlogPost, listBlogPosts } from '../blog-posts.server.ts'
import { publishStarterPosts } from './starter-posts.server.ts'

const SLUG = 'how-to-host-this-portal'
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-starters-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
// The posts show pictures of the bundled games, which are build output.
beforeAll(checkBuild)
beforeAll(async () => {
  Object.assign(process.env, { DATA_DIR: folder })
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  await database().delete(blogPosts)
  await database().delete(blogStarters)
  for await (const key of storage().list()) await storage().remove(key)
})
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

const countFiles = async () => {
  await runFileDeletions()
  let files = 0
  for await (const _ of storage().list()) files++
  return files
}

test('the portal has three starter posts, each with a picture and 400 to 900 words', async () => {
  expect(await publishStarterPosts()).toBe(3)
  const { posts } = await listBlogPosts(1)
  // Search engines show at most 160 characters.
  for (const { description } of posts) expect(description.length, description).toBeLessThanOrEqual(160)
  expect(posts).toHaveLength(3)
  for (const { slug, description, picture } of posts) {
    const words = (await findBlogPost(slug))!.content.replace(/<[^>]*>/g, ' ').match(/\S+/g)!.length
    expect(words, slug).toBeGreaterThan(400)
    expect(words, slug).toBeLessThan(900)
    expect(description.length, slug).toBeGreaterThan(80)
    expect(picture, slug).toMatchObject({ width: 1280, height: 720 })
  }
  expect(await countFiles()).toBe(3)
  // The audit log has no entry, since no operator published the posts.
  expect((await listAuditLog(null)).entries).toEqual([])
})

test('a starter post that an operator deleted or changed is not published again', async () => {
  await publishStarterPosts()
  await database().delete(blogPosts).where(eq(blogPosts.slug, SLUG))
  await database().update(blogPosts).set({ title: 'Mine' })
  expect(await publishStarterPosts()).toBe(0)
  const { posts } = await listBlogPosts(1)
  expect(posts.map(({ title }) => title)).toEqual(['Mine', 'Mine'])
})

test('an existing post is not overwritten, and no picture of a skipped post is left', async () => {
  await createBlogPost({ slug: SLUG, title: 'Mine' })
  expect(await publishStarterPosts()).toBe(2)
  expect((await findBlogPost(SLUG))?.title).toBe('Mine')
  expect(await countFiles()).toBe(2)
  await database().delete(blogPosts).where(eq(blogPosts.slug, SLUG))
  expect(await publishStarterPosts()).toBe(0)
})

test('nodes that start concurrently publish each starter post once', async () => {
  const counts = await Promise.all([publishStarterPosts(), publishStarterPosts(), publishStarterPosts()])
  expect(counts.reduce((sum, one) => sum + one)).toBe(3)
  expect(await countFiles()).toBe(3)
})
