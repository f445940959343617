import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openingPosts } from '../../app/blog/open-posts.server.ts'
import { createDraft } from '../../app/blog/editor/drafts.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { storage } from '../../app/server/files/storage.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { runFileDeletions } from '../fixtures/file-deletions.ts'
import { type Actor, createActor, NOT_NEW } from '../fixtures/players.ts'

/** Tests the editor of the blog against the built portal. */

let portal: BuiltPortal
let mara: Actor
let jo: Actor
let id = 0

beforeAll(async () => {
  portal = await startBuiltPortal()
  mara = await createActor({ ...NOT_NEW, username: 'mara_v', role: 'operator' })
  jo = await createActor({ ...NOT_NEW, username: 'jo_lee', role: 'operator' })
})
beforeEach(async () => {
  await database().execute(sql`truncate blog_posts cascade`)
  id = await createDraft()
})
afterAll(() => portal?.stop())

const DRAFT = { revision: '0', title: 'Nine doors', source: 'Need help? **Open** the third.' }

let asked = 0
const headersOf = (as: Actor | null, accept: string) => ({
  accept,
  'x-forwarded-for': `10.13.${++asked >> 8}.${asked & 255}`,
  ...(as && { cookie: as.cookie }),
})
const get = (at: string, as: Actor | null = mara) => portal.send(at, { headers: headersOf(as, 'text/html') })

/** Sends a form as a browser without script does. */
async function post(
  end: string,
  fields: Record<string, string | File>,
  { as = mara as Actor | null, accept = 'text/html' } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const sent = new Response(form)
  return portal.send(`/admin/blog/${id}${end}`, {
    method: 'POST',
    headers: { ...headersOf(as, accept), origin: SITE, 'content-type': sent.headers.get('content-type')! },
    body: Buffer.from(await sent.bytes()),
  })
}

async function json(method: string, end: string, body: unknown, as: Actor | null = mara) {
  const answer = await portal.send(`/admin/blog/${id}/${end}`, {
    method,
    headers: { ...headersOf(as, 'application/json'), origin: SITE, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (answer.status === 200 ? JSON.parse(answer.text) : answer.text) as never }
}

const createPicture = async (bytes?: Uint8Array) => {
  const png =
    bytes ??
    (await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer())
  return new File([new Uint8Array(png)], 'a.png')
}

test('without script a post is created, saved, previewed and published; pages, feeds and the sitemap show it at once', async () => {
  const PLACES = ['/blog', '/blog/rss.xml', '/blog/atom.xml', '/sitemaps/blog.xml']
  for (const at of PLACES) expect((await get(at, null)).text, at).not.toContain('nine-doors')
  expect((await get('/blog/nine-doors', null)).status).toBe(404)
  const begun = await portal.send('/admin/blog', {
    method: 'POST',
    headers: { ...headersOf(mara, 'text/html'), origin: SITE },
  })
  expect([begun.status, begun.headers.location]).toEqual([303, `/admin/blog/${id + 1}`])
  id += 1
  const previewed = await post('', { intent: 'preview', ...DRAFT })
  expect([previewed.status, previewed.headers.location]).toEqual([303, `/admin/blog/${id}/preview`])
  const preview = await get(`/admin/blog/${id}/preview`)
  expect(preview.text).toContain('<strong>Open</strong> the third')
  expect(preview.headers['cache-control']).toBe('private, no-store')
  expect((await get('/blog/nine-doors', null)).status).toBe(404)
  expect(wordsOf(await get('/admin/blog'))).toMatch(/Nine doors Draft Edited .* by mara_v/)

  const done = await post('', { intent: 'publish', ...DRAFT, revision: '1', when: 'now' })
  expect([done.status, done.headers.location]).toEqual([303, `/admin/blog/${id}`])
  for (const at of PLACES) await expect.poll(async () => (await get(at, null)).text).toContain('nine-doors')
  await expect.poll(async () => (await get('/blog/nine-doors', null)).text).toContain('<strong>Open</strong>')
  expect(wordsOf(await get('/admin/acts'))).toContain('mara_v published blog post nine-doors')

  expect((await post('', { intent: 'save', ...DRAFT, revision: '1', title: 'Ten doors' })).status).toBe(303)
  expect(wordsOf(await get('/blog/nine-doors', null))).not.toContain('Ten doors')
  expect(wordsOf(await get('/admin/blog'))).toContain('Ten doors Published Unpublished changes')

  expect((await post('', { intent: 'unpublish' })).status).toBe(303)
  await expect.poll(async () => (await get('/blog', null)).text).not.toContain('nine-doors')
  expect((await post('/delete', {})).headers.location).toBe('/admin/blog')
  expect((await get(`/admin/blog/${id}`)).status).toBe(404)
  expect(wordsOf(await get('/admin/acts'))).toContain('mara_v deleted blog post nine-doors')
})

test('a refused form shows each error next to its field and preserves the input', async () => {
  const typed = {
    intent: 'publish',
    ...DRAFT,
    title: '',
    slug: 'No "slug"',
    when: 'at',
    day: '2020-01-01',
    time: '10:00',
  }
  const late = await post('', typed)
  expect(late.status).toBe(400)
  expect(wordsOf(late)).toContain('This time has passed')
  const wrong = await post('', { ...typed, when: 'now' })
  expect(wrong.status).toBe(400)
  for (const words of ['The title is missing', 'The slug must be lowercase letters'])
    expect(wordsOf(wrong)).toContain(words)
  expect(wrong.text).toContain('value="No &quot;slug&quot;"')
  expect(wrong.text).toContain('Need help? **Open** the third.</textarea>')
  expect((await get(`/admin/blog/${id}`)).text).not.toContain('Open')
})

test('a scheduled post appears at its time', async () => {
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const answer = await post('', {
    intent: 'publish',
    ...DRAFT,
    when: 'at',
    day: at.slice(0, 10),
    time: at.slice(11, 16),
  })
  expect(answer.status).toBe(303)
  expect((await get('/blog', null)).text).not.toContain('nine-doors')
  expect(wordsOf(await get(`/admin/blog/${id}`))).toContain('Scheduled for')
  await database().execute(sql`update blog_posts set published_at = now() where id = ${id}`)
  await openingPosts.work({}, {} as never)
  await expect.poll(async () => (await get('/blog', null)).text).toContain('nine-doors')
})

test('drafts save automatically; the second of two operators gets a conflict and may overwrite', async () => {
  const saves = await Promise.all([
    json('PUT', 'draft', { ...DRAFT, title: 'Of Mara' }, mara),
    json('PUT', 'draft', { ...DRAFT, title: 'Of Jo' }, jo),
  ])
  const outcomes = saves.map(({ body }) => body as { outcome: string })
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['saved', 'stale'])
  expect((await json('PUT', 'draft', { ...DRAFT, title: 'Over it', overwrite: true }, mara)).body).toMatchObject({
    outcome: 'saved',
    revision: 2,
  })
  const version = await get(`/admin/blog/${id}/preview?revision=1`)
  expect(wordsOf(version)).toMatch(/Saved by (mara_v|jo_lee) on/)
  const form = await post('', { intent: 'save', ...DRAFT, title: 'Later' }, { as: jo })
  expect(form.status).toBe(409)
  expect(wordsOf(form)).toContain(
    'The post was saved elsewhere since. Reload to see that text, or save again to overwrite it',
  )
  // The returned form is based on the current version: sent again, it overwrites.
  expect(form.text).toMatch(/name="revision" value="2"/)
  expect(form.text).toContain('value="Later"')
  expect((await post('', { intent: 'save', ...DRAFT, revision: '2', title: 'Later' }, { as: jo })).status).toBe(303)
  expect(wordsOf(await get(`/admin/blog/${id}/preview?revision=2`))).toContain('Over it')
})

test('hostile markup is removed, in the preview, too', async () => {
  const source =
    '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><iframe src=/></iframe>ok'
  const { body } = await json('POST', 'rendering', { source })
  const { html } = body as { html: string }
  expect(html).toContain('ok')
  expect(html).not.toMatch(/script|onerror|iframe|<img/)
  expect(await json('POST', 'rendering', { source: '>'.repeat(60) })).toMatchObject({
    body: { fault: 'The text is nested too deeply' },
  })
  await json('PUT', 'draft', { ...DRAFT, source })
  for (const at of [`/admin/blog/${id}/preview`, `/admin/blog/${id}`]) {
    const page = await get(at)
    expect(page.text, at).not.toMatch(/<script>alert|<[^<>]*onerror=alert\(1\)>|href="javascript/)
    expect(page.headers['content-security-policy']).not.toContain("script-src 'unsafe-inline'")
  }
})

test('oversized bodies are refused unread, and malformed ones are refused', async () => {
  const large = 'a'.repeat(10 << 20)
  expect((await json('PUT', 'draft', { ...DRAFT, source: large })).status).toBe(413)
  expect((await json('POST', 'rendering', { source: large })).status).toBe(413)
  expect((await post('', { intent: 'publish', ...DRAFT, source: large })).status).toBe(413)
  expect((await json('PUT', 'draft', { ...DRAFT, source: 'a'.repeat(200_001) })).status).toBe(400)
  expect((await json('PUT', 'draft', [1])).status).toBe(400)
  expect((await post('', { intent: 'save', ...DRAFT, source: 'a'.repeat(200_001) })).status).toBe(400)
  // The longest text fits, even with characters of four bytes.
  expect((await json('PUT', 'draft', { ...DRAFT, source: '😀'.repeat(200_000) })).status).toBe(200)
})

test('a picture is stored, inserted into the text, shown to readers, and deleted with the post', async () => {
  const asked = { picture: await createPicture(), alt: 'A [door]' }
  const stored = await post('/pictures', asked, { accept: 'application/json' })
  const { src, markup } = JSON.parse(stored.text) as { src: string; markup: string }
  expect(markup).toBe(`![A \\[door\\]](${src})`)
  await post('', { intent: 'publish', ...DRAFT, source: markup, featuredImage: src, when: 'now' })
  await expect
    .poll(async () => (await get('/blog/nine-doors', null)).text)
    .toContain(`<img src="${src}" alt="A [door]" width="30"`)
  expect((await get(src, null)).status).toBe(200)
  // The picture stays while a draft shows it, even if the published text does not.
  await post('', { intent: 'publish', ...DRAFT, revision: '1', source: 'No picture, no help?', when: 'now' })
  expect((await get(src, null)).status).toBe(200)
  await post('/delete', {})
  await runFileDeletions()
  expect(await storage().get(src.replace('/files/', ''))).toBeNull()

  id = await createDraft()
  const page = await post('/pictures', { picture: await createPicture(), alt: '' })
  expect([page.status, page.headers.location]).toEqual([303, `/admin/blog/${id}`])
  for (const [status, bytes] of [
    [415, Buffer.from('<svg/>')],
    [413, new Uint8Array((10 << 20) + 1)],
    [422, (await (await createPicture()).bytes()).slice(0, 40)],
    [400, new Uint8Array()],
  ] as const)
    expect(
      (await post('/pictures', { picture: await createPicture(bytes) }, { accept: 'application/json' })).status,
    ).toBe(status)
})

test('the editor is a 404 for everybody except operators', async () => {
  const player = await createActor(NOT_NEW)
  for (const as of [null, player]) {
    for (const end of ['', '/preview', '/delete'])
      expect((await get(`/admin/blog/${id}${end}`, as)).status, end).toBe(404)
    expect((await get('/admin/blog', as)).status).toBe(404)
    expect((await json('PUT', 'draft', DRAFT, as)).status).toBe(404)
    expect((await json('POST', 'rendering', { source: '' }, as)).status).toBe(404)
    for (const end of ['', '/delete', '/pictures']) expect((await post(end, DRAFT, { as })).status, end).toBe(404)
  }
  for (const none of ['0', 'x', '99999999999', '4294967'])
    expect((await get(`/admin/blog/${none}`)).status, none).toBe(404)
  expect(wordsOf(await get('/admin/blog?page=9999'))).toContain('Untitled')
})
