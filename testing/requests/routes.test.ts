import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import naughty from 'big-list-of-naughty-strings'
import { decode } from 'html-entities'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { comments, postCounts } from '../../app/db/schema/community.server.ts'
import { findGameBySlug } from '../../app/games/catalogue/find-game.server.ts'
import routes from '../../app/routes.ts'
import type { Answer, TestPortal } from '../../app/server/http-testing.server.ts'
import type { RouteHandle } from '../../app/server/http-routes.server.ts'
import { openLog } from '../../app/server/log.server.ts'
import { closeAll, loadBuilt, startBuilt } from '../portal/built-portal.ts'
import { createBlogPost } from '../fixtures/blog-posts.ts'
import { createTestDatabase } from '../fixtures/database.ts'
import { createGame, createGames, daysAgo } from '../fixtures/games.ts'
import { TABLE as ACCESS } from './access-table.ts'
import { createPlayer } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'
import { HTML, type Row, SITE, TABLE } from './routes-table.ts'

const SHARED = 'public, max-age=0, must-revalidate, s-maxage=60'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-routes-'))
const logged: string[] = []
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let portal: TestPortal
let build: ServerBuild

/** The catalogue of all tests here: id 1 is Moto Rush, id 2 Lamps, id 3 has no address, then 120 puzzles; and post 1 with comment 1. */
beforeAll(async () => {
  Object.assign(process.env, { SITE_URL: SITE, DATA_DIR: folder })
  openLog({ level: 'warn', pretty: false, sink: { write: (line) => void logged.push(line) } })
  testDatabase = await createTestDatabase()
  await createGame({
    slug: 'moto-rush',
    title: 'Moto "Rush" & <b>Co</b>',
    description: 'Race up.\nRace down.',
    howToPlay: '- Arrow keys to drive\n- Space to jump',
    categories: ['Car', 'Bike', 'Sports'],
    tags: ['fun', '3D', 'racing'],
    publishedBy: 'Some Studio',
    imageUrl: 'https://img.gamemonetize.com/a.jpg',
    width: 960,
    height: 600,
    views: 1234,
    createdAt: new Date('2026-01-02T03:04:05Z'),
    updatedAt: new Date('2026-02-03T04:05:06Z'),
  })
  await createGame({
    slug: 'lamps',
    title: 'Lamps',
    provider: 'own',
    isOriginal: true,
    categories: ['Puzzle'],
    url: '/play/lamps/',
    posterUrl: '/play/lamps/poster-600.webp',
    createdAt: daysAgo(1),
  })
  await createGame({ slug: 'lost', title: 'Lost', url: null })
  await createGames(
    Array.from({ length: 120 }, (_, at) => ({
      slug: `puzzle-${at}`,
      title: `Puzzle ${at}`,
      categories: ['Puzzle'],
      createdAt: daysAgo(10 + at),
    })),
  )
  await createPlayer({ username: 'Mara_V', fullName: 'Mara Voss', createdAt: new Date('2026-01-02T03:04:05Z') })
  const { id: postId, playerId } = await createPost({
    title: 'All nine doors',
    content: 'Took eleven evenings.',
    type: 'showcase',
    tags: ['horror'],
  })
  await database().insert(comments).values({ postId, playerId, content: 'Well done' })
  await database().update(postCounts).set({ comments: 1 })
  await createBlogPost({
    slug: 'lamps-at-night',
    title: 'Lamps at night',
    metaDescription: 'Which one to turn first.',
    category: 'Guides',
    tags: ['puzzle'],
    content: '<p>Supported by lamps.</p>',
    publishedAt: new Date('2026-01-02T03:04:05Z'),
    views: 7,
  })
  await createBlogPost({ slug: 'a-draft', title: 'A draft', category: 'Secrets', isPublished: false })
  build = (await loadBuilt()).build
  portal = await startBuilt(testDatabase.connection)
}, 60_000)

afterAll(async () => {
  await portal?.close()
  await testDatabase?.drop()
  rmSync(folder, { recursive: true })
})

test('the not-found page shows 404', async () => {
  expect((await send('/no/such/page')).text).toContain('aria-label="404"')
})

test('every route has a row in the table', () => {
  const patterns = flatten(routes as RouteConfigEntry[])
  const rows = new Set(TABLE.map(({ route }) => route))
  for (const pattern of patterns)
    expect(rows, `Add a row for the route "${pattern}" to TABLE in testing/requests/routes-table.ts`).toContain(pattern)
  for (const row of rows)
    expect(patterns, `No route "${row}" is in app/routes.ts: remove its rows from TABLE`).toContain(row)
})

test('an endpoint that changes something says which methods it takes', () => {
  const silent = Object.values(build.routes).flatMap((route) => {
    const { action, default: screen, handle } = route?.module ?? {}
    return action && !screen && !(handle as RouteHandle | undefined)?.takes ? [route?.path] : []
  })
  expect(silent, 'Add `export const handle: RouteHandle = { takes: […] }` to these routes').toEqual([])
})

test('who may change something is said of every action, for each of its methods', () => {
  const rows = new Set(ACCESS.map(({ route, method }) => `${method} ${route}`))
  const silent = Object.values(build.routes).flatMap((route) => {
    const { action, handle } = route?.module ?? {}
    const methods = action ? ((handle as RouteHandle | undefined)?.takes ?? ['POST']) : []
    return methods
      .map((method) => `${method} ${route?.path}`)
      .filter((one) => !one.startsWith('GET ') && !rows.has(one))
  })
  expect(silent, 'Add rows for these to TABLE in testing/requests/access-table.ts').toEqual([])
})

test.each(TABLE)('$path answers $status', async (row) => {
  const { status, headers, text } = await send(row.path, row.method)
  expect(status).toBe(row.status)
  if (row.type) expect(headers['content-type']).toBe(row.type)
  if (row.location) expect(headers.location).toBe(row.location)
  if (row.cache) expect(headers['cache-control']).toBe(row.cache === 'shared' ? SHARED : row.cache)
  const seen = row.type === HTML ? visibleText(text) : text
  for (const words of row.shows ?? []) expect(seen).toContain(words)
  for (const words of row.hides ?? []) expect(mainText(text)).not.toContain(words)
  if (row.type === HTML) checkPage(text, row)
})

test.each(TABLE.filter(({ route, type, status }) => type === HTML && status === 200 && route !== 'games/:slug/play'))(
  'every link on $path leads to a page',
  async (row) => {
    const { text } = await send(row.path)
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map((match) => decode(match[1]))
    expect(links.length).toBeGreaterThan(10)
    for (const link of new Set(links)) {
      if (known.has(link) || link.startsWith('/play/')) continue
      const { status, headers } = await send(link)
      const isPrivate = status === 302 && headers.location?.startsWith('/login?')
      // Another name of a page.
      const leads = status === 301 ? (await send(headers.location ?? '')).status : status
      expect(isPrivate ? 200 : leads, `${row.path} links to ${link}`).toBe(200)
      known.add(link)
    }
  },
)

const known = new Set<string>()

test('a view is reported by POST only, from our own pages only, and counts', async () => {
  const asked = await send('/game/4/views')
  expect([asked.status, asked.headers.allow]).toEqual([405, 'POST'])
  const foreign = await portal.send('/game/4/views', { method: 'POST', headers: { origin: 'http://evil.example' } })
  expect(foreign.status).toBe(403)
  expect((await send('/game/4/views', 'POST')).status).toBe(204)
  await closeAll()
  expect(await findGameBySlug('puzzle-0')).toMatchObject({ views: 1 })
})

test('a game that is not there is kept by the cache till its list changes, as a page and as the data of one', async () => {
  for (const at of ['/games/later', '/games/later.data', '/games/later/play']) {
    expect((await send(at)).status).toBe(404)
    expect(portal.cache.peek(at)?.policy.tags, at).toEqual(['games'])
  }
})

test.each([
  '/',
  '/games',
  '/games/moto-rush',
  '/search',
  '/popular',
  '/game/1',
  '/robots.txt',
  '/sitemap.xml',
  '/none',
])('a POST to %s is refused without a fault', async (at) => {
  const { status } = await send(at, 'POST')
  expect([404, 405]).toContain(status)
})

// Words of these lengths have been cut through the middle of their last letter.
const LONG = [20, 40, 64, 80].map((length) => `${'x'.repeat(length - 1)}🎮`)
const HOSTILE = [...LONG, ...naughty]
  .filter((text) => text !== '' && !text.includes('\0'))
  .map((text) => text.toWellFormed())

test.each([
  ['/search?q=', 1],
  ['/games?q=', 3],
  ['/games?filter=', 3],
  ['/games?page=', 3],
  ['/tags?tags=', 3],
  ['/category/', 1],
  ['/games/', 1],
  ['/game/', 3],
  ['/sitemaps/', 3],
  ['/pictures/1/', 3],
  ['/files/', 3],
  ['/players/', 3],
  ['/players/mara_v?tab=wishlist&page=', 3],
  ['/players/mara_v?after=', 3],
  ['/blog/', 3],
  ['/blog?page=', 3],
  ['/blog/category/', 3],
  ['/notifications/mail/end?token=', 3],
  ['/', 3],
])('%s takes hostile words without a fault and without echoing markup', { timeout: 60_000 }, async (at, step) => {
  const words = HOSTILE.filter((_, place) => place < LONG.length || place % step === 0)
  for (let from = 0; from < words.length; from += 20) {
    await Promise.all(words.slice(from, from + 20).map((word) => sendHostile(at, word)))
  }
})

async function sendHostile(at: string, word: string): Promise<void> {
  // A word of dots alone would be another path.
  if (/^\.+$/.test(word)) return
  const { status, headers, text } = await send(`${at}${encodeURIComponent(word)}`)
  expect(status, `${at}${word}`).toBeLessThan(500)
  if (!headers['content-type']?.includes('html')) return
  if (/<[a-z!/]/i.test(word)) expect(text.includes(word), `${at} echoes ${word}`).toBe(false)
  expect(text).not.toMatch(/<script>(?!window\.|"use|\(|\$|import|__reactRouterContext=)|<(img|svg)[^>]* on\w+=/i)
}

test('nothing of all this was logged as a fault', () => {
  expect(logged).toEqual([])
})

let sent = 0

/** Each request from an address of its own, so that no limit counts them together. */
function send(at: string, method = 'GET'): Promise<Answer> {
  const number = ++sent
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  return portal.send(at, {
    method,
    headers: { 'x-forwarded-for': address, accept: 'text/html', ...(method !== 'GET' && { origin: SITE }) },
  })
}

function checkPage(html: string, { status, canonical, structured, noindex }: Row): void {
  expect(visibleText(html)).not.toMatch(/undefined|\[object |\bNaN\b|\bnull\b/)
  expect(html.match(/<title>/g)).toHaveLength(1)
  expect(html).not.toMatch(/data-ad=|adsbygoogle/)
  expect(meta(html, 'robots')).toBe(noindex ? 'noindex' : undefined)
  if (status !== 200) return
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(decode(/<title>(.*?)<\/title>/.exec(html)?.[1]).length).toBeLessThanOrEqual(60)
  expect(meta(html, 'description')?.length).toBeLessThanOrEqual(155)
  const address = decode(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1])
  if (canonical) expect(address).toBe(`${SITE}${canonical}`)
  expect(meta(html, 'og:url')).toBe(address)
  expect(meta(html, 'og:title')).toBeTruthy()
  expect(meta(html, 'og:image')).toMatch(/^http:\/\/playhall\.example\//)
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
  const objects = scripts.map((match) => JSON.parse(match[1] as string) as Record<string, unknown>)
  for (const object of objects) expect(object['@context']).toBe('https://schema.org')
  if (structured) expect(objects.map((object) => object['@type'])).toEqual(structured)
}

function meta(html: string, name: string): string | undefined {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  return content === undefined ? undefined : decode(content)
}

/** What a person reads: without scripts and tags, entities decoded, white space folded. */
function visibleText(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  const words = body
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
  return decode(words).replace(/\s+/g, ' ')
}

/** The same of the page's own part, without header, menus and footer. */
function mainText(html: string): string {
  const main = /<main\b.*<\/main>/s.exec(html)?.[0]
  return main ? visibleText(`<body>${main}`) : html
}

function flatten(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path: own = '', children = [] }) => {
    const pattern = [parent, own].filter(Boolean).join('/')
    return children.length ? flatten(children, pattern) : [pattern]
  })
}
