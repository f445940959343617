import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { listAuditLog } from '../../app/accounts/operators/audit-log.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { siteTexts } from '../../app/db/schema/site.server.ts'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import { SITE_COPY } from '../../app/site/site-copy.ts'
import { createBlogPost } from '../fixtures/blog-posts.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { type Actor, createActor } from '../fixtures/players.ts'

/** Tests the short texts that operators change (docs/product.md#short-texts). */

let portal: BuiltPortal
let operator: Actor
beforeAll(async () => {
  portal = await startBuiltPortal()
  operator = await createActor({ username: 'mara_v', role: 'operator' })
})
afterAll(() => portal?.stop())
beforeEach(async () => {
  await database().execute(sql`truncate site_words, operator_acts`)
  await purgePages(['site'])
  await expect.poll(async () => (await get('/')).text).toContain('Press play.')
  // There is no default address: without one, visitors are sent to the contact form.
  await expect.poll(async () => (await get('/contact')).text).not.toContain('mailto:')
})

const get = (at: string, as: Actor | null = null) => portal.send(at, as ? { headers: { cookie: as.cookie } } : {})
const post = (at: string, fields: Record<string, string>, as: Actor) =>
  portal.send(at, {
    method: 'POST',
    headers: {
      cookie: as.cookie,
      origin: SITE,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })
const seenOn = (text: string) => /name="seen" value="(\d+)"/.exec(text)?.[1] ?? ''

async function save(changes: Partial<typeof SITE_COPY>) {
  const seen = seenOn((await get('/admin/site', operator)).text)
  return post('/admin/site', { intent: 'save', ...SITE_COPY, ...changes, seen }, operator)
}

const PAGES = ['/', '/games', '/terms', '/community', '/no/such/page']

test('a changed text is on every page at once, for visitors and players', async () => {
  const player = await createActor()
  for (const at of PAGES) expect((await get(at)).text, at).toContain(SITE_COPY.footer)
  const done = await save({
    tagline: 'Lamps & <b>games</b>',
    welcomeTitle: 'Come in.\r\nSit down.',
    welcomeIntro: 'This is {site}, with {games} games.',
    footer: 'Lit since 1931.',
    contactEmail: 'lamps@playhall.example',
    socialLinks: 'The Board https://board.example/us\n\nPictures https://pictures.example/',
  })
  expect([done.status, done.headers.location]).toEqual([303, '/admin/site'])
  await expect.poll(async () => (await get('/')).text).toContain('Lit since 1931.')
  for (const at of PAGES) {
    for (const who of [null, player]) {
      const { text } = await get(at, who)
      expect(text, at).toContain('<p>Lit since 1931.</p>')
      expect(text, at).toContain('<a href="mailto:lamps@playhall.example">')
      expect(text, at).toMatch(/href="https:\/\/board.example\/us" rel="noopener noreferrer">The Board</)
      expect(text, at).not.toContain(SITE_COPY.footer)
    }
  }
  const home = await get('/')
  expect(home.text).toContain('<title>Playhall - Lamps &amp; &lt;b&gt;games&lt;/b&gt;</title>')
  expect(wordsOf(home)).toContain('Come in. Sit down. This is Playhall, with 0 games.')
  expect((await get('/about')).text).toContain(
    '<li><a href="https://board.example/us" rel="noopener noreferrer">The Board</a></li>',
  )
  expect((await get('/help')).text).toContain('mailto:lamps@playhall.example')
})

test('the audit log shows the changes, and texts equal to the defaults are not stored', async () => {
  await save({ footer: 'Lit since 1931.', gamesCount: '900+', tagline: '' })
  expect(await database().select().from(siteTexts).orderBy(siteTexts.name)).toEqual([
    { name: 'footer', value: 'Lit since 1931.' },
    { name: 'gamesCount', value: '900+' },
  ])
  await save({ footer: '', gamesCount: '900+' })
  await save({ gamesCount: '900+' })
  expect(await database().select().from(siteTexts)).toEqual([{ name: 'gamesCount', value: '900+' }])
  const { entries } = await listAuditLog(null)
  expect(entries.map(({ who, act, onKind, why }) => [who, act, onKind, why])).toEqual([
    ['mara_v', 'site changed', 'site', 'Footer'],
    ['mara_v', 'site changed', 'site', 'Footer, Games'],
  ])
  expect((await get('/admin/acts', operator)).text).toContain('<a class="text-link" href="/admin/site">site copy</a>')
})

test('one button restores all defaults', async () => {
  await save({ footer: 'Lit since 1931.', arcadeCount: '7' })
  await expect.poll(async () => (await get('/terms')).text).toContain('Lit since 1931.')
  const page = await get('/admin/site', operator)
  expect(wordsOf(page)).toContain('Restore all defaults')
  const done = await post('/admin/site', { intent: 'reset', seen: seenOn(page.text) }, operator)
  expect([done.status, done.headers.location]).toEqual([303, '/admin/site'])
  await expect.poll(async () => (await get('/terms')).text).toContain(SITE_COPY.footer)
  expect(await database().$count(siteTexts)).toBe(0)
  expect(wordsOf(await get('/admin/site', operator))).not.toContain('Restore all defaults')
})

test('long texts and invalid addresses are refused next to their field, and nothing changes', async () => {
  const cases: [Partial<typeof SITE_COPY>, string][] = [
    [{ tagline: 'x'.repeat(61) }, 'Tagline must be at most 60 characters'],
    [{ footer: 'x'.repeat(20_000) }, 'Footer must be at most 240 characters'],
    [{ welcomeTitle: 'a\nb\nc' }, 'Welcome title must be at most 2 lines and 60 characters'],
    [{ contactEmail: 'nobody' }, 'Please enter a valid email address'],
    [{ autoLinks: 'no' }, 'Please enter on or off'],
    ...['javascript:alert(1)', 'Us http://a.example', 'Us https://me:secret@a.example', 'https://a.example', 'Us'].map(
      (socialLinks): [Partial<typeof SITE_COPY>, string] => [
        { socialLinks },
        'Please give a name and an address that begins with https:// on each line',
      ],
    ),
  ]
  for (const [changes, said] of cases) {
    const answer = await save(changes)
    expect(answer.status, said).toBe(400)
    expect(wordsOf(answer)).toContain(said)
  }
  expect((await save({ footer: 'x'.repeat(40_000) })).status).toBe(413)
  expect(await database().$count(siteTexts)).toBe(0)
})

test('saving over another operator’s changes is refused and changes nothing', async () => {
  const seen = seenOn((await get('/admin/site', operator)).text)
  await save({ footer: 'Lit since 1931.' })
  for (const intent of ['save', 'reset']) {
    const answer = await post('/admin/site', { intent, ...SITE_COPY, footer: 'Dark since 1932.', seen }, operator)
    expect([intent, answer.status]).toEqual([intent, 409])
    expect(wordsOf(answer)).toContain('mara_v has changed this: site changed')
  }
  expect(await database().select().from(siteTexts)).toEqual([{ name: 'footer', value: 'Lit since 1931.' }])
})

test('the pages are a 404 for everybody else', async () => {
  const player = await createActor()
  for (const who of [null, player]) expect((await get('/admin/site', who)).status).toBe(404)
  for (const intent of ['save', 'reset'])
    expect((await post('/admin/site', { intent, ...SITE_COPY, footer: 'Mine.', seen: '0' }, player)).status).toBe(404)
  expect(await database().$count(siteTexts)).toBe(0)
})

test('pages read the texts without a query', async () => {
  await save({ footer: 'Lit since 1931.' })
  await expect.poll(async () => (await get('/terms')).text).toContain('Lit since 1931.')
  await database().execute(sql`alter table site_words rename to away`)
  try {
    for (const at of ['/terms', '/cookie-policy', '/'])
      for (let times = 0; times < 2; times++) {
        portal.cache.expireAll()
        const { status, text } = await get(at)
        expect([at, status, text.includes('Lit since 1931.')]).toEqual([at, 200, true])
      }
  } finally {
    await database().execute(sql`alter table away rename to site_words`)
  }
})

test('automatic links of blog posts can be turned off', async () => {
  const content = '<p>Ask for <a href="/contact" class="auto-link">help</a>.</p>'
  await createBlogPost({ slug: 'linked', title: 'Linked', content })
  expect((await get('/blog/linked')).text).toContain(content)
  expect((await save({ autoLinks: 'off' })).status).toBe(303)
  await expect.poll(async () => (await get('/blog/linked')).text).toContain('<p>Ask for help.</p>')
})
