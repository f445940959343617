import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlogPost } from '../../../testing/fixtures/blog-posts.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { database } from '../../db/connection.server.ts'
import { blogPosts } from '../../db/schema/blog.server.ts'
import { openLog } from '../../server/process/log.server.ts'
import { signContent, trustedContent } from './trusted-content.server.ts'

process.env.AUTH_SECRET = 'a secret of tests, long enough for all'
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const UNSAFE = '<p onclick="x()">Lamps</p>'

async function stored(slug: string) {
  const [row] = await database().select().from(blogPosts).where(eq(blogPosts.slug, slug))
  return { slug, content: row!.content, signature: row!.contentSignature }
}

test('signed HTML is returned unchanged', async () => {
  const post = { slug: 'lamps', content: UNSAFE, signature: signContent('lamps', UNSAFE) }
  expect(await trustedContent(post)).toBe(UNSAFE)
})

test.each([
  ['no signature', null],
  ['the signature of another post', signContent('other', UNSAFE)],
  ['the signature of other HTML', signContent('lamps', '<p>Lamps</p>')],
  ['a signature of the wrong length', 'x'],
])('HTML with %s is sanitised, stored and signed', async (_, contentSignature) => {
  const { slug } = await createBlogPost({ content: UNSAFE, contentSignature })
  expect(await trustedContent(await stored(slug))).toBe('<p>Lamps</p>')
  const post = await stored(slug)
  expect(post).toEqual({ slug, content: '<p>Lamps</p>', signature: signContent(slug, '<p>Lamps</p>') })
})

test('a post that was published again in the meantime keeps its new text', async () => {
  const { slug } = await createBlogPost({ content: '<p>New</p>' })
  expect(await trustedContent({ slug, content: UNSAFE, signature: null })).toBe('<p>Lamps</p>')
  expect(await stored(slug)).toMatchObject({ content: '<p>New</p>', signature: null })
})

test('HTML that cannot be read is not shown', async () => {
  openLog({ level: 'silent', pretty: false })
  const { slug } = await createBlogPost({ content: '<b>a</b>'.repeat(20_001) })
  expect(await trustedContent(await stored(slug))).toBe('')
})
