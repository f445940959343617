import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listAuditLog } from '../app/accounts/operators/audit-log.server.ts'
import { findBlogPost, listBlogPosts } from '../app/blog/blog-posts.server.ts'
import { database } from '../app/db/connection.server.ts'
import { blogPictures, blogPosts } from '../app/db/schema/blog.server.ts'
import { storage } from '../app/server/files/storage.server.ts'
import { runFileDeletions } from '../testing/fixtures/file-deletions.ts'
import { createTestDatabase } from '../testing/fixtures/database.ts'
import { publishPosts } from './blog.ts'
import { checkBuild } from './prepare.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-blog-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const output = vi.spyOn(console, 'log')
const errors = vi.spyOn(console, 'error')

// The pictures of the originals are build output.
beforeAll(checkBuild)
beforeAll(async () => {
  Object.assign(process.env, { DATA_DIR: path.join(folder, 'data') })
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  output.mockReset().mockReturnValue()
  errors.mockReset().mockReturnValue()
  await database().delete(blogPosts)
  for (const key of await storedFiles()) await storage().remove(key)
})
// The command prints errors by design. Clear them before the suite checks console.error.
afterEach(() => {
  errors.mockClear()
})
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true, force: true })
})

function put(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

const post = (front: string, text = 'Some text.', name = 'post.md') => put(name, `---\n${front}\n---\n\n${text}\n`)
const publish = (...files: string[]) => publishPosts(files)
const outputLines = () => output.mock.calls.map(([line]) => line as string)
const errorLines = () => errors.mock.calls.map(([line]) => line as string)
const picture = (width = 800, height = 450, colour = '#123') =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
const rowOf = async (slug: string) => (await database().select().from(blogPosts).where(eq(blogPosts.slug, slug)))[0]

async function storedFiles(): Promise<string[]> {
  await runFileDeletions()
  const keys: string[] = []
  for await (const key of storage().list()) keys.push(key)
  return keys.toSorted()
}

test('a file becomes a post with its front matter', async () => {
  put('cover.jpg', await picture(3200, 1800))
  put('in/a b.jpg', await picture(640, 480))
  const file = post(
    'title: "Lamps: a night"\nslug: lamps\nfeatured_image: cover.jpg\nmeta_title: Lamps!\nmeta_description: What they do.\nauthor: Mara\ncategory: Guides\ntags: [one, "#two", one]\ndate: 2026-01-02T03:04Z',
    '# Here\n\nYou can join us.\n\n![A lamp](in/a%20b.jpg) ![x](https://a.example/x.png)',
  )
  expect(await publish(file)).toBe(0)
  expect(outputLines()).toEqual([
    'Published "Lamps: a night" at /blog/lamps; left out 1 picture of other sites: https://a.example/x.png',
  ])
  const found = await findBlogPost('lamps')
  expect(found).toMatchObject({
    title: 'Lamps: a night',
    metaTitle: 'Lamps!',
    description: 'What they do.',
    author: 'Mara',
    category: 'Guides',
    tags: ['one', 'two'],
    at: '2026-01-02T03:04:00.000Z',
    minutes: 1,
    picture: { width: 1600, height: 900 },
  })
  expect(found?.content).toMatch(
    /^<h2 id="here">Here<\/h2>\n<p>You can <a href="\/community" class="auto-link">join us<\/a>.<\/p>\n<p><img src="\/files\/blog_pictures\/lamps\/[\w-]+\.webp" alt="A lamp" width="640" height="480" loading="lazy" decoding="async"> <\/p>\n$/,
  )
  expect(await storedFiles()).toHaveLength(2)
  expect((await listAuditLog(null)).entries[0]).toMatchObject({
    who: 'command line',
    act: 'published',
    onKind: 'blog post',
    onId: 'lamps',
  })
})

test('publishing a slug again updates its post and deletes unused pictures', async () => {
  put('cover.jpg', await picture())
  expect(await publish(post('title: Lamps\nfeatured_image: cover.jpg\ndate: 2026-01-02'))).toBe(0)
  const [old] = await storedFiles()
  const before = await rowOf('lamps')
  expect(await publish(post('title: Lamps\nmeta_title: Anew', 'Other text.'))).toBe(0)
  expect(outputLines()).toEqual(['Published "Lamps" at /blog/lamps', 'Changed "Lamps" at /blog/lamps'])
  const after = await rowOf('lamps')
  expect(after).toMatchObject({
    id: before?.id,
    content: '<p>Other text.</p>\n',
    featuredImage: null,
    metaTitle: 'Anew',
  })
  expect(after?.publishedAt).toEqual(new Date('2026-01-02T00:00:00Z'))
  expect(old).toMatch(/^blog_pictures\/lamps\//)
  expect(await storedFiles()).toEqual([])
  expect(await database().select().from(blogPictures)).toEqual([])
})

test('a draft is not public, and unpublishes a published post', async () => {
  expect(await publish(post('title: Lamps'))).toBe(0)
  expect(await publish(post('title: Lamps\ndraft: true'))).toBe(0)
  expect(await findBlogPost('lamps')).toBeNull()
  expect(await publish(post('title: New\ndraft: true'))).toBe(0)
  expect((await listBlogPosts(1)).posts).toEqual([])
  expect(await publish(post('title: Lamps'))).toBe(0)
  expect(outputLines()).toEqual([
    'Published "Lamps" at /blog/lamps',
    'Saved "Lamps" as a draft: /blog/lamps is not public',
    'Saved "New" as a draft: /blog/new is not public',
    'Changed "Lamps" at /blog/lamps',
  ])
  expect((await listAuditLog(null)).entries.slice(0, 4).map(({ act }) => act)).toEqual([
    'published', 'saved as a draft', 'unpublished', 'published',
  ]) // prettier-ignore
})

test('a post with a future date is not public until then', async () => {
  expect(await publish(post('title: Lamps\ndate: 2999-01-02 18:30+01:00'))).toBe(0)
  expect(outputLines()).toEqual(['Scheduled "Lamps" for 2 Jan 2999, 17:30 UTC, at /blog/lamps'])
  expect(await findBlogPost('lamps')).toBeNull()
})

test('HTML is sanitised, and unclosed elements are closed', async () => {
  const html = `<h1 onclick="x()">Hi</h1><script>x()</script><p>One <b>two<p>three <a href="javascript:x()">four</a><iframe src="https://a.example"></iframe>`
  expect(await publish(post('title: 2048', html, 'post.html'))).toBe(0)
  expect((await findBlogPost('2048'))?.content).toBe(
    '<h2 id="hi">Hi</h2><p>One <b>two</b></p><p><b>three <a>four</a>\n</b></p>',
  )
})

test('a picture of a bundled game or of another post can be used', async () => {
  const src = '/play/lamplighter/picture-640.webp'
  expect(await publish(post(`title: One\nfeatured_image: ${src}`, `![a](${src})`))).toBe(0)
  expect(await findBlogPost('one')).toMatchObject({
    picture: { src, width: 640, height: 360 },
    content: `<p><img src="${src}" alt="a" width="640" height="360" loading="lazy" decoding="async"></p>\n`,
  })
  put('cover.jpg', await picture())
  expect(await publish(post('title: Two\nfeatured_image: cover.jpg'))).toBe(0)
  const shared = (await rowOf('two'))?.featuredImage
  expect(await publish(post(`title: Three\nfeatured_image: ${shared}`))).toBe(0)
  // The file stays in storage while a post shows it.
  expect(await publish(post('title: Two'))).toBe(0)
  expect(await storedFiles()).toHaveLength(1)
  expect(await publish(post('title: Three'))).toBe(0)
  expect(await storedFiles()).toEqual([])
})

test.each([
  ['title: Lamps\ncolour: red', /There is no field "colour"; did you mean "\w+"\?$/],
  ['titel: Lamps', /There is no field "titel"; did you mean "title"\?$/],
  ['title: Lamps\ndescription: Red', /There is no field "description"; did you mean "meta_description"\?$/],
  ['slug: lamps', /The title is missing$/],
  ['title: "  "', /The title is missing$/],
  ['', /the title is missing$/],
  ['- a\n- b', /the title is missing$/],
  ['title: [a, b]', /The title must be text$/],
  [`title: ${'x'.repeat(201)}`, /The title must be at most 200 characters$/],
  ['title: Lamps\nslug: Not a slug', /The slug must be lowercase letters/],
  ['title: Lamps\nslug: ../lamps', /The slug must be lowercase letters/],
  [`title: Lamps\nslug: ${'x'.repeat(81)}`, /The slug must be lowercase letters/],
  ['title: "!!!"', /no letters that an address can have: give it a slug$/],
  ['title: Lamps\ndate: tomorrow', /The date must be a day like/],
  ['title: Lamps\ndate: 2026-02-30', /The date must be a day like/],
  ['title: Lamps\ndate: 2026-01-02T25:00Z', /The date must be a day like/],
  ['title: Lamps\ndraft: perhaps', /The draft must be true or false$/],
  ['title: Lamps\ntags: [a, b, c, d, e, f, g, h, i, j, k]', /There can be at most 10 tags$/],
  [`title: Lamps\ntags: ${'x'.repeat(31)}`, /A tag must be at most 30 characters$/],
  ['title: Lamps\ntitle: Again', /the front matter is no YAML: Map keys must be unique/],
  ['title: "Lamps', /the front matter is no YAML: /],
  ['a: &a x\ntitle: *a', /the front matter is no YAML: /],
  ['title: Lamps\nfeatured_image: none.jpg', /the picture "none\.jpg" is not there$/],
  ['title: Lamps\nfeatured_image: ../blog.test.ts', /the picture "\.\.\/blog\.test\.ts" is not/],
  ['title: Lamps\nfeatured_image: /files/blog_pictures/a/b.webp', /is not there$/],
  ['title: Lamps\nfeatured_image: /play/../../package.webp', /is not there$/],
  ['title: Lamps\nfeatured_image: https://a.example/a.png', /is on another site: put it next to the file$/],
  ['title: Lamps\nfeatured_image: post.md', /the picture "post\.md" is not a JPEG, PNG, WebP or GIF$/],
])('invalid front matter %j is refused with one line', async (front, line) => {
  expect(await publish(post(front))).toBe(1)
  expect(errorLines()).toEqual([expect.stringMatching(line)])
  expect(errorLines()[0]).not.toContain('\n')
  expect(await database().select().from(blogPosts)).toEqual([])
})

test('an invalid post is refused with one line', async () => {
  const outside = put('outside/secret.jpg', await picture())
  mkdirSync(path.join(folder, 'in'), { recursive: true })
  symlinkSync(outside, path.join(folder, 'in', 'link.jpg'))
  const front = '---\ntitle: Lamps\n---\n'
  const cases: [string, RegExp][] = [
    [path.join(folder, 'none.md'), /none\.md: it is not there$/],
    [folder, /a post is a file of Markdown \(\.md\) or HTML/],
    [put('post.txt', 'x'), /a post is a file of Markdown/],
    [put('dir.md/x', 'x').slice(0, -2), /dir\.md: it is no file$/],
    [put('bare.md', '# Lamps\n\nText.'), /it has no front matter: begin it with/],
    [put('half.md', '---\ntitle: Lamps\n\nText.'), /it has no front matter/],
    [put('empty.md', front), /it has no text$/],
    [put('script.html', `${front}<script>alert(1)</script>`), /it has no text$/],
    [put('binary.md', Buffer.from([0x2d, 0x2d, 0xff, 0xfe])), /it is no text in UTF-8$/],
    [put('large.md', front + 'x'.repeat(10_000_000)), /it is longer than 200,000 characters$/],
    [put('long.md', front + 'x'.repeat(200_000)), /it is longer than 200,000 characters$/],
    [put('deep.html', front + '<b>'.repeat(60_000)), /nested too deeply$/],
    [put('img.md', `${front}Text ![a](missing.png)`), /the picture "missing\.png" is not there$/],
    [
      put('in/out.md', `${front}![a](../outside/secret.jpg)`),
      /the picture "\.\.\/outside\/secret\.jpg" is not in its folder$/,
    ],
    [put('in/linked.md', `${front}![a](link.jpg)`), /the picture "link\.jpg" is not in its folder$/],
  ]
  put('broken.png', Buffer.from('\x89PNG\r\n\x1a\nnot really', 'latin1'))
  cases.push([put('broken.md', `${front}![a](broken.png)`), /the picture "broken\.png" is damaged$/])
  put('huge.jpg', Buffer.alloc(10_000_001, 0xff))
  cases.push([put('huge.md', `${front}![a](huge.jpg)`), /the picture "huge\.jpg" is larger than 10 MB$/])
  for (const [file, line] of cases) {
    errors.mockClear()
    expect(await publish(file), file).toBe(1)
    expect(errorLines(), file).toEqual([expect.stringMatching(line)])
  }
  expect(outputLines()).toEqual([])
  expect(await database().select().from(blogPosts)).toEqual([])
  expect(await storedFiles()).toEqual([])
})

test('several files are published together or not at all', async () => {
  put('cover.jpg', await picture())
  const one = post('title: One\nfeatured_image: cover.jpg', 'Text.', 'one.md')
  const two = post('title: Two', 'Text.', 'two.md')
  const same = post('title: Anything\nslug: one', 'Text.', 'same.md')
  const bad = post('title: Bad\ndate: never', 'Text.', 'bad.md')
  const missing = post('title: Bad\nfeatured_image: none.jpg', 'Text.', 'missing.md')
  expect(await publish(one, two, same)).toBe(1)
  expect(await publish(one, bad)).toBe(1)
  expect(await publish(one, missing)).toBe(1)
  expect(errorLines()).toEqual([
    `${same}: its slug "one" is that of ${one}`,
    expect.stringMatching(/bad\.md: The date must be/),
    expect.stringMatching(/missing\.md: the picture "none\.jpg" is not there$/),
  ])
  expect(await database().select().from(blogPosts)).toEqual([])
  expect(await storedFiles()).toEqual([])
  expect(await publish(one, two)).toBe(0)
  expect(outputLines()).toEqual(['Published "One" at /blog/one', 'Published "Two" at /blog/two'])
})

test('concurrent publications of one slug leave one post and one picture', async () => {
  put('cover.jpg', await picture())
  const file = post('title: One\nfeatured_image: cover.jpg')
  expect(await Promise.all([publish(file), publish(file), publish(file)])).toEqual([0, 0, 0])
  const files = await storedFiles()
  expect(files).toHaveLength(1)
  expect((await rowOf('one'))?.featuredImage).toBe(`/files/${files[0]}`)
})
