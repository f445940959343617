import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openingPosts } from '../../app/blog/open-posts.server.ts'
import { publishFiles } from '../../app/blog/publishing/publish-files.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { blogPosts } from '../../app/db/schema/blog.server.ts'
import { runFileDeletions } from '../fixtures/file-deletions.ts'
import { createBlogPost } from '../fixtures/blog-posts.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'

/** The blog on the built portal, and the command. Pages are cached, so each test has posts at separate addresses. */

let portal: BuiltPortal
beforeAll(async () => {
  portal = await startBuiltPortal()
})
beforeEach(async () => {
  await database().delete(blogPosts)
})
afterAll(() => portal?.stop())

const get = (at: string) => portal.openBrowser().get(at)

/** Publishes a file in this process, which costs less than the command. */
const publish = (text: string) => publishFiles([fileOf(text)])

/** Publishes a file by the command, in another process. */
async function runPublish(text: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['cli/portal.ts', 'blog', 'publish', fileOf(text)], {
    env: { ...process.env, DATABASE_URL: portal.connection.connectionString, ENV_FILE: 'none' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (said += String(words)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

function fileOf(text: string): string {
  const file = path.join(portal.dataDir, 'post.md')
  writeFileSync(file, text)
  return file
}

test('posts published by the command, or changed by a file, are on the pages at once', async () => {
  expect(wordsOf(await get('/blog'))).toContain('No blog posts found Check back later for new content!')
  expect((await get('/blog/lamps')).status).toBe(404)
  expect((await get('/blog/rss.xml')).text).not.toContain('<item>')
  expect((await get('/sitemaps/blog.xml')).text).not.toContain('/blog/lamps')
  const cover = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  writeFileSync(path.join(portal.dataDir, 'cover.png'), cover)

  const done = await runPublish('---\ntitle: Lamps\nfeatured_image: cover.png\n---\nWe share lamps.\n')
  expect(done).toEqual({ code: 0, said: 'Published "Lamps" at /blog/lamps\n' })
  await expect.poll(async () => (await get('/blog')).text).toContain('href="/blog/lamps"')
  await expect.poll(async () => (await get('/blog/lamps')).status).toBe(200)
  await expect.poll(async () => (await get('/blog/rss.xml')).text).toContain(`<link>${SITE}/blog/lamps</link>`)
  await expect.poll(async () => (await get('/blog/atom.xml')).text).toContain(`<id>${SITE}/blog/lamps</id>`)
  await expect.poll(async () => (await get('/sitemaps/blog.xml')).text).toMatch(/\/blog\/lamps<\/loc><lastmod>/)
  const page = await get('/blog/lamps')
  expect(page.headers['cache-control']).toContain('s-maxage=60')
  expect(page.text).toContain('We <a href="/community" class="auto-link">share</a> lamps.')
  const src = /class="blog-picture" src="([^"]+)"/.exec(page.text)?.[1] ?? ''
  expect(src).toMatch(/^\/files\/blog_pictures\/lamps\//)
  const shared = /property="og:image" content="http:\/\/[^/]+(\/share-pictures\/blog\/\d+)"/.exec(page.text)?.[1] ?? ''
  expect((await get(shared)).headers['content-type']).toBe('image/jpeg')
  expect((await get(src)).headers['content-type']).toBe('image/webp')

  const again = 'Of [our games](../games). <a href="/&#9;/[">Nowhere</a>\n'
  await publish(`---\ntitle: Lamps\nmeta_title: Other lamps\n---\n${again}`)
  await expect.poll(async () => (await get('/blog/lamps')).text).toContain('<title>Other lamps</title>')
  // Feeds contain absolute addresses, and invalid ones have no href.
  await expect
    .poll(async () => (await get('/blog/rss.xml')).text)
    .toContain(
      `Of &lt;a href=&quot;${SITE}/games&quot;&gt;our games&lt;/a&gt;. &lt;a rel=&quot;noopener noreferrer nofollow&quot;&gt;Nowhere`,
    )
  await runFileDeletions()
  expect((await get(src)).status).toBe(404)

  await publish('---\ntitle: Lamps\ndraft: true\n---\nNo more.\n')
  await expect.poll(async () => (await get('/blog/lamps')).status).toBe(404)
  expect(await runPublish('Lamps')).toEqual({
    code: 1,
    said: expect.stringMatching(/^\S+post\.md: it has no front matter: [^\n]+\n$/),
  })
  expect(portal.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('a post is in the feeds and has metadata for search engines', async () => {
  await createBlogPost({
    slug: 'told-of',
    title: 'Lamps',
    metaTitle: 'All lamps',
    metaDescription: 'Lit.',
    category: 'Guides',
    tags: ['a', 'b'],
  })
  await createBlogPost({ slug: 'bare', title: 'Bare' })
  const { text } = await get('/blog/told-of')
  expect(text).toContain('<title>All lamps</title>')
  expect(text).toContain('<meta name="description" content="Lit."')
  expect(text).toContain('<meta property="og:type" content="article"')
  const bare = await get('/blog/bare')
  expect(bare.text).toContain('<title>Bare</title>')
  expect(bare.text).toContain('<meta name="description" content="Bare"')
  for (const [at, feed] of [
    ['/blog', '/blog'],
    ['/blog/told-of', '/blog'],
    ['/games', '/games'],
    ['/', '/games'],
  ] as const)
    for (const kind of ['rss', 'atom'])
      expect((await get(at)).text, at).toMatch(
        new RegExp(
          `<link rel="alternate" type="application/${kind}\\+xml" title="[^"]+" href="${SITE}${feed}/${kind}\\.xml"`,
        ),
      )
})

test('help is offered below a post that does not mention it', async () => {
  await createBlogPost({ slug: 'helped', content: '<p>Lamps.</p>' })
  await createBlogPost({ slug: 'told', content: '<p>Ask our support.</p>' })
  const page = await get('/blog/helped')
  expect(wordsOf(page)).toContain('Contact Support Join Community Send Feedback')
  for (const to of ['/contact', '/community', '/feedback'])
    expect(page.text).toMatch(new RegExp(`class="button[^>]*href="${to}"`))
  expect(wordsOf(await get('/blog/told'))).not.toContain('Contact Support')
  await createBlogPost({ slug: 'in-a-title', content: '<p title="support">NEED <b>LAMPS</b></p>' })
  expect(wordsOf(await get('/blog/in-a-title'))).toContain('Contact Support')
  await createBlogPost({ slug: 'in-parts', content: '<p>NEED <b>HELP</b></p>' })
  expect(wordsOf(await get('/blog/in-parts'))).not.toContain('Contact Support')
})

test('a tampered body in the database runs nothing on the page', async () => {
  await createBlogPost({
    slug: 'tampered',
    content: '<p onclick="x()">Hi</p><script>steal()</script><a href="javascript:x()">a</a>',
  })
  const { text } = await get('/blog/tampered')
  expect(text).not.toMatch(/steal\(\)|javascript:x|onclick/)
})

test('a view is counted once per visitor, for the displayed post', async () => {
  const { id } = await createBlogPost({ slug: 'counted' })
  const { id: draft } = await createBlogPost({ isPublished: false })
  const [one, two] = [portal.openBrowser(), portal.openBrowser()]
  for (const browser of [one, one, two]) expect((await browser.post(`/blog/${id}/views`, {})).status).toBe(204)
  expect((await one.post(`/blog/${draft}/views`, {})).status).toBe(204)
  const foreign = await portal.send(`/blog/${id}/views`, { method: 'POST', headers: { origin: 'http://evil.example' } })
  expect(foreign.status).toBe(403)
  const views = async (of: number) => (await database().select().from(blogPosts).where(eq(blogPosts.id, of)))[0]?.views
  await expect.poll(() => views(id)).toBe(2)
  expect(await views(draft)).toBe(0)
})

test('a scheduled post appears after the job has run', async () => {
  const { id } = await createBlogPost({ slug: 'to-come', publishedAt: new Date(Date.now() + 3_600_000) })
  expect((await get('/blog/to-come')).status).toBe(404)
  await database()
    .update(blogPosts)
    .set({ publishedAt: new Date(Date.now() - 1000) })
    .where(eq(blogPosts.id, id))
  expect((await get('/blog/to-come')).status).toBe(404)
  await openingPosts.work({}, {} as never)
  await expect.poll(async () => (await get('/blog/to-come')).status).toBe(200)
})

test('the page of a category exists while the category has a post', async () => {
  expect((await get('/blog/category/night-tips')).status).toBe(404)
  const write = (category: string) => publish(`---\ntitle: Lanterns\ncategory: ${category}\n---\nLit.\n`)

  await write('Night tips')
  await expect.poll(async () => (await get('/blog/category/night-tips')).status).toBe(200)
  const page = await get('/blog/category/night-tips')
  expect(page.headers['cache-control']).toContain('s-maxage=60')
  expect(page.text).toContain('href="/blog/lanterns"')
  for (const at of ['/blog', '/blog/lanterns'])
    expect((await get(at)).text).toMatch(/<a class="chip" href="\/blog\/category\/night-tips">Night tips<\/a>/)
  expect((await get('/sitemaps/blog.xml')).text).toContain(`<loc>${SITE}/blog/category/night-tips</loc>`)

  await write('夜')
  await expect.poll(async () => (await get('/blog/category/night-tips')).status).toBe(404)
  const [, href = ''] = /class="chip" href="([^"]+)"/.exec((await get('/blog/lanterns')).text) ?? []
  expect(wordsOf(await get(href))).toContain('1 post')
})

test('a player sees the same pages, with their own header', async () => {
  await createBlogPost({ slug: 'of-all', title: 'Lamps', category: 'Of all' })
  const { cookie } = await signIn(await createPlayer({ username: 'mara_b' }))
  for (const at of ['/blog', '/blog/of-all', '/blog/category/of-all']) {
    const { text, status } = await portal.send(at, { headers: { cookie, accept: 'text/html' } })
    expect(status).toBe(200)
    expect(text).toContain('mara_b')
    expect(text).toContain('Lamps')
  }
})
