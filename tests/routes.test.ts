import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import naughty from 'big-list-of-naughty-strings'
import { decode } from 'html-entities'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeViews } from '../app/games/count-views.server.ts'
import { findGameBySlug } from '../app/games/find-game.server.ts'
import routes from '../app/routes.ts'
import { type Answer, startTestPortal, type TestPortal } from '../app/server/http-testing.server.ts'
import { openLog } from '../app/server/log.server.ts'
import { SIGNED_OUT } from '../app/server/session.server.ts'
import { createTestDatabase } from './database.ts'
import { createGame, createGames, daysAgo } from './games.ts'

const SITE = 'http://playhall.example'
const BUILD = path.resolve('build/server/index.js')
const SHARED = 'public, max-age=0, must-revalidate, s-maxage=60'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-routes-'))
const logged: string[] = []
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let portal: TestPortal

/** The catalogue of all tests here: id 1 is Moto Rush, id 2 Lamps, id 3 has no address, then 120 puzzles. */
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
  const build = (await import(/* @vite-ignore */ pathToFileURL(BUILD).href)) as ServerBuild
  portal = await startTestPortal(createRequestHandler(build, 'production'), { siteUrl: SITE })
}, 60_000)

afterAll(async () => {
  await portal?.close()
  await testDatabase?.drop()
  rmSync(folder, { recursive: true })
})

type Row = {
  /** The pattern in app/routes.ts. */
  route: string
  path: string
  method?: string
  status: number
  type?: string
  /** Texts that a person sees. */
  shows?: string[]
  hides?: string[]
  /** Path of the canonical address. */
  canonical?: string
  /** Types of the structured data. */
  structured?: string[]
  noindex?: boolean
  location?: string
  /** What `Cache-Control` says; `shared` stands for what the cache and CDNs may keep. */
  cache?: string
}

const HTML = 'text/html; charset=utf-8'
const page = (row: Omit<Row, 'status' | 'type' | 'cache'> & { status?: number }): Row => ({
  status: 200,
  type: HTML,
  cache: 'shared',
  ...row,
})
const missing = (route: string, at: string): Row => ({
  route,
  path: at,
  status: 404,
  type: HTML,
  noindex: true,
  shows: ['Oops! Game not found', 'Browse Games'],
})

const missingGame = (route: string, at: string): Row => ({
  route,
  path: at,
  status: 404,
  type: HTML,
  noindex: true,
  shows: ["Game Not Found - But Don't Give Up!", 'Discover Amazing Games'],
})

const TABLE: Row[] = [
  page({
    route: '',
    path: '/',
    canonical: '/',
    structured: ['WebSite'],
    shows: [
      'Featured Games', 'Explore by Category', 'View All', 'Original Games', 'New Games', 'Top Rated', 'Popular Games', 'Puzzle',
      '100+ games', 'Lamps', 'Moto "Rush" & <b>Co</b>',
    ], // prettier-ignore
    hides: ['Lost'],
  }),
  page({
    route: 'games',
    path: '/games',
    canonical: '/games',
    structured: ['ItemList'],
    shows: [
      'All Games',
      '122',
      '100%',
      'browser compatible',
      '0',
      'downloads',
      'Browse by Collection',
      'Browse by Genre',
      'Lamps',
    ],
    hides: ['Lost'],
  }),
  page({
    route: 'games',
    path: '/games?page=2',
    canonical: '/games?page=2',
    shows: ['Puzzle 119', 'Moto "Rush" & <b>Co</b>'],
  }),
  page({ route: 'games', path: '/games?page=99', canonical: '/games', shows: ['Lamps'] }),
  page({ route: 'games', path: '/games?page=1.5', canonical: '/games', shows: ['Lamps'] }),
  page({
    route: 'games',
    path: '/games?filter=Car',
    canonical: '/games?filter=car',
    shows: ['Car Games', 'Moto "Rush" & <b>Co</b>'],
    hides: ['Lamps'],
  }),
  page({
    route: 'games',
    path: '/games?filter=original',
    canonical: '/games?filter=original',
    shows: ['Original Games', 'Lamps'],
  }),
  page({
    route: 'games',
    path: '/games?filter=horror',
    canonical: '/games?filter=horror',
    noindex: true,
    shows: ['No iframe-compatible games found in this category', 'View All Games'],
  }),
  page({
    route: 'games',
    path: '/games?q=moto',
    canonical: '/games?q=moto',
    noindex: true,
    shows: ['Games matching "moto"'],
  }),
  page({
    route: 'games',
    path: '/games?q=zzz',
    canonical: '/games?q=zzz',
    noindex: true,
    shows: ['No games found matching "zzz"'],
  }),
  page({
    route: 'games/:slug',
    path: '/games/moto-rush',
    canonical: '/games/moto-rush',
    structured: ['VideoGame', 'BreadcrumbList'],
    shows: [
      'Home', 'Free Online Games', 'Moto "Rush" & <b>Co</b> - Play Free Online Game', 'Car', 'Bike', 'Sports', 'About Moto "Rush" & <b>Co</b>',
      'Race up.', 'Race down.', 'How To Play', 'Arrow keys to drive', 'Technical Details', 'Platform', 'Web Browser', 'Published by',
      'Some Studio', 'Game Tags', 'racing', 'Frequently asked questions', 'Player guide', 'More Great Games', '1,234 plays', '2 Jan 2026',
    ], // prettier-ignore
  }),
  page({
    route: 'games/:slug',
    path: '/games/lamps',
    canonical: '/games/lamps',
    structured: ['VideoGame', 'BreadcrumbList'],
    shows: ['Lamps - Play Free Online Game', 'Discover More Games', 'The game explains itself as you begin.'],
    hides: ['Published by', 'Game Tags', 'About Lamps'],
  }),
  page({
    route: 'games/:slug',
    path: '/games/lost',
    canonical: '/games/lost',
    shows: ['Lost - Play Free Online Game'],
  }),
  page({
    route: 'games/:slug/play',
    path: '/games/lamps/play',
    canonical: '/games/lamps',
    structured: [],
    noindex: true,
    shows: ['Lamps'],
    hides: ['Play Free Online Game', 'Browse Games'],
  }),
  { route: 'games/:slug/play', path: '/games/moto-rush/play', status: 302, location: '/games/moto-rush' },
  { route: 'games/:slug/play', path: '/games/lost/play', status: 302, location: '/games/lost' },
  missingGame('games/:slug/play', '/games/none/play'),
  missingGame('games/:slug', '/games/none'),
  missingGame('games/:slug', '/games/Moto-Rush'),
  { route: 'game/:id', path: '/game/1', status: 301, location: '/games/moto-rush' },
  missingGame('game/:id', '/game/999'),
  missingGame('game/:id', '/game/x'),
  missingGame('game/:id', '/game/99999999999999999999'),
  { route: 'game/:id/shares', path: '/game/2/shares', method: 'POST', status: 401, shows: [SIGNED_OUT] },
  { route: 'plays', path: '/plays', method: 'POST', status: 401, shows: [SIGNED_OUT] },
  {
    route: 'plays/:id/beats',
    path: '/plays/00000000-0000-4000-8000-000000000000/beats',
    method: 'POST',
    status: 401,
    shows: [SIGNED_OUT],
  },
  {
    route: 'rewards',
    path: '/rewards',
    status: 200,
    type: HTML,
    noindex: true,
    canonical: '/rewards',
    structured: [],
    cache: 'private, no-cache',
    shows: ['Please login to view your rewards', 'Login', 'First visit of the day', '20 a game, up to 3 games a day'],
    hides: ['Spin the wheel', 'History'],
  },
  { route: 'rewards/spin', path: '/rewards/spin', status: 302, location: '/rewards' },
  { route: 'rewards/spin', path: '/rewards/spin', method: 'POST', status: 303, location: '/login?next=%2Frewards' },
  { route: 'game/:id/views', path: '/game/2/views', method: 'POST', status: 204 },
  { route: 'game/:id/views', path: '/game/x/views', method: 'POST', status: 404 },
  { route: 'game/:id/views', path: '/game/0/views', method: 'POST', status: 404 },
  {
    route: 'game/:id/reaction',
    path: '/game/2/reaction',
    status: 200,
    type: 'application/json',
    shows: ['{"likes":0,"dislikes":0}'],
  },
  { route: 'game/:id/reaction', path: '/game/999/reaction', status: 404 },
  { route: 'game/:id/reaction', path: '/game/2/reaction', method: 'DELETE', status: 401 },
  { route: 'recent-games', path: '/recent-games', status: 405 },
  { route: 'recent-games', path: '/recent-games', method: 'DELETE', status: 401 },
  { route: 'recent-games/:gameId', path: '/recent-games/2', status: 405 },
  { route: 'recent-games/:gameId', path: '/recent-games/2', method: 'DELETE', status: 401 },
  page({
    route: 'wishlist',
    path: '/wishlist',
    canonical: '/wishlist',
    noindex: true,
    shows: ['Please login to view your wishlist', 'Login'],
    hides: ['Your wishlist is empty'],
  }),
  { route: 'wishlist/entries/:gameId', path: '/wishlist/entries/2', status: 405 },
  {
    route: 'wishlist/entries/:gameId',
    path: '/wishlist/entries/2',
    method: 'PUT',
    status: 401,
    shows: ['User must be logged in to add to wishlist'],
  },
  { route: 'kept', path: '/kept', status: 405 },
  { route: 'kept', path: '/kept', method: 'POST', status: 401 },
  {
    route: 'game/:id/probe',
    path: '/game/2/probe',
    status: 200,
    type: 'application/json',
    shows: ['{"address":"up"}'],
    cache: 'private, max-age=60',
  },
  {
    route: 'game/:id/probe',
    path: '/game/999/probe',
    status: 404,
    type: 'application/json',
    shows: ['{"address":"gone"}'],
  },
  {
    route: 'game/:id/probe',
    path: '/game/3/probe',
    status: 404,
    type: 'application/json',
    shows: ['{"address":"gone"}'],
  },
  {
    route: 'pictures/:id/:width',
    path: '/pictures/2/320',
    status: 200,
    type: 'image/svg+xml',
    cache: 'public, max-age=300',
  },
  {
    route: 'pictures/:id/:width',
    path: '/pictures/1/321',
    status: 404,
    type: 'image/svg+xml',
    cache: 'public, max-age=300',
  },
  {
    route: 'pictures/:id/:width',
    path: '/pictures/x/640',
    status: 404,
    type: 'image/svg+xml',
    cache: 'public, max-age=300',
  },
  page({
    route: 'category/:category',
    path: '/category/new',
    canonical: '/category/new',
    structured: ['ItemList'],
    shows: ['Back to Home', 'New Games', 'Lamps'],
  }),
  page({
    route: 'category/:category',
    path: '/category/popular',
    canonical: '/category/popular',
    shows: ['Popular Games'],
  }),
  page({
    route: 'category/:category',
    path: '/category/original',
    canonical: '/category/original',
    shows: ['Original Games', 'Lamps'],
    hides: ['Puzzle 0'],
  }),
  page({
    route: 'category/:category',
    path: '/category/racing',
    canonical: '/category/car',
    shows: ['Racing Games', 'Moto "Rush" & <b>Co</b>'],
  }),
  page({
    route: 'category/:category',
    path: '/category/dress-up',
    canonical: '/category/dress-up',
    noindex: true,
    shows: ['Dress up Games', 'No games found in this category', 'Browse All Games'],
  }),
  page({
    route: 'category/:category',
    path: '/category/italian-brainrot-characters-games',
    canonical: '/category/italian-brainrot',
    noindex: true,
    shows: ['Italian Brainrot Games'],
  }),
  page({
    route: 'category/:category',
    path: '/category/constructor',
    noindex: true,
    shows: ['No games found in this category'],
  }),
  page({
    route: 'categories',
    path: '/categories',
    canonical: '/categories',
    structured: ['BreadcrumbList', 'ItemList'],
    shows: [
      'New Games',
      'Popular Games',
      'Original Games',
      '150+',
      '120+',
      '200+',
      '80+',
      '90+',
      '110+',
      '70+',
      'Racing',
      'Arcade',
      'Popular',
      'New',
    ],
  }),
  page({
    route: 'originals',
    path: '/originals',
    canonical: '/originals',
    structured: ['ItemList'],
    shows: ['Original Games', 'Exclusive games created by Playhall', 'Lamps'],
    hides: ['Puzzle 0'],
  }),
  page({
    route: 'tags',
    path: '/tags',
    canonical: '/tags',
    shows: ['Tagged Games', 'Select tags to find games', 'Show More (30)', 'fun'],
    hides: ['Clear all'],
  }),
  page({
    route: 'tags',
    path: '/tags?tags=3d,kids',
    canonical: '/tags?tags=3D,kids',
    noindex: true,
    shows: ['Selected Tags:', '3D, kids', 'Clear all', 'Moto "Rush" & <b>Co</b>'],
  }),
  page({
    route: 'tags',
    path: '/tags?tags=moba',
    canonical: '/tags?tags=moba',
    noindex: true,
    shows: ['No games found with selected tags', 'Try selecting different tags or fewer tags'],
    hides: ['Selected Tags:'],
  }),
  { route: 'popular', path: '/popular', status: 301, location: '/category/popular' },
  {
    route: 'search',
    path: '/search?q=moto',
    status: 200,
    type: 'application/json',
    cache: 'shared',
    shows: ['"slug":"moto-rush"', '"categories":["Car","Bike"]', '/pictures/1/320'],
  },
  { route: 'search', path: '/search?q=lost', status: 200, type: 'application/json', shows: ['{"games":[]}'] },
  { route: 'search', path: '/search', status: 200, type: 'application/json', shows: ['{"games":[]}'] },
  {
    route: 'login',
    path: '/login',
    status: 200,
    type: HTML,
    canonical: '/login',
    cache: 'private, no-cache',
    shows: ['Welcome Back', 'Sign in to continue to Playhall', 'Forgot password?', 'Sign in with Google', 'Sign up'],
  },
  {
    route: 'login',
    path: '/login?failed=google&next=//evil.example',
    status: 200,
    type: HTML,
    shows: ['Failed to log in with Google'],
    hides: ['evil'],
  },
  {
    route: 'login',
    path: '/login',
    method: 'POST',
    status: 400,
    type: HTML,
    shows: ['Please enter a valid email address'],
  },
  { route: 'login/google', path: '/login/google', status: 200, type: HTML, noindex: true, shows: ['Back to Login'] },
  {
    route: 'login/google',
    path: '/login/google',
    method: 'POST',
    status: 303,
    location: '/login?failed=google&next=%2F',
  },
  {
    route: 'api/auth/callback/google',
    path: '/api/auth/callback/google?code=x&state=y',
    status: 302,
    location: '/login?failed=google',
  },
  missing('*', '/api/auth/ok'),
  missing('*', '/api/auth/sign-in/email'),
  missing('*', '/api/auth/callback/github'),
  {
    route: 'signup',
    path: '/signup',
    status: 200,
    type: HTML,
    canonical: '/signup',
    cache: 'private, no-cache',
    shows: [
      'Create an Account',
      'Sign up to join Playhall',
      'Or continue with',
      'Sign up with Google',
      'Already have an account?',
    ],
  },
  {
    route: 'signup',
    path: '/signup',
    method: 'POST',
    status: 400,
    type: HTML,
    shows: ['You must agree to the terms and conditions'],
  },
  { route: 'logout', path: '/logout', status: 200, type: HTML, noindex: true, shows: ['You are signed out'] },
  { route: 'logout', path: '/logout', method: 'POST', status: 303, location: '/login' },
  {
    route: 'forgot-password',
    path: '/forgot-password',
    status: 200,
    type: HTML,
    noindex: true,
    shows: ['Forgot your password?'],
  },
  { route: 'forgot-password', path: '/forgot-password', method: 'POST', status: 400, type: HTML, noindex: true },
  {
    route: 'reset-password',
    path: '/reset-password',
    status: 200,
    type: HTML,
    noindex: true,
    shows: ['This link does not work', 'Ask for a new link'],
  },
  { route: 'reset-password', path: '/reset-password', method: 'POST', status: 400, type: HTML, noindex: true },
  {
    route: 'verify-email',
    path: '/verify-email?token=none',
    status: 200,
    type: HTML,
    noindex: true,
    shows: ['This link does not work', 'Go to Login'],
  },
  { route: 'verify-email', path: '/verify-email', method: 'POST', status: 400, type: HTML, noindex: true },
  page({
    route: 'terms',
    path: '/terms',
    canonical: '/terms',
    shows: ['Terms of Service', 'Last updated May 01, 2025'],
  }),
  { route: 'terms-conditions', path: '/terms-conditions', status: 301, location: '/terms' },
  page({
    route: 'privacy-policy',
    path: '/privacy-policy',
    canonical: '/privacy-policy',
    shows: ['Privacy Policy', 'under 13'],
  }),
  page({
    route: 'how-to-play',
    path: '/how-to-play',
    canonical: '/how-to-play',
    structured: ['BreadcrumbList'],
    shows: ['How to Play', 'Getting started', 'Controls', 'Tips', 'Troubleshooting'],
  }),
  ...['/account', '/account/profile', '/account/password', '/account/delete'].map((at) => ({
    route: at.slice(1),
    path: at,
    status: 302,
    location: `/login?next=${encodeURIComponent(at)}`,
  })),
  { route: 'account/data', path: '/account/data', status: 302, location: '/login?next=%2Faccount' },
  ...['profile', 'password', 'delete'].map((name) => ({
    route: `account/${name}`,
    path: `/account/${name}`,
    method: 'POST',
    status: 303,
    location: `/login?next=%2Faccount%2F${name}`,
  })),
  ...[
    ['account/avatar', '/account/avatar'],
    ['account/avatar/removal', '/account/avatar/removal'],
    ['account/sessions/others/end', '/account/sessions/others/end'],
    ['account/sessions/:id/end', '/account/sessions/00000000-0000-4000-8000-000000000000/end'],
  ].flatMap(([route = '', at = '']) => [
    { route, path: at, status: 405 },
    { route, path: at, method: 'POST', status: 303, location: '/login?next=%2Faccount' },
  ]),
  page({
    route: 'account/deleted',
    path: '/account/deleted',
    canonical: '/account/deleted',
    noindex: true,
    shows: ['Your account is deleted', 'Browse Games'],
  }),
  { route: 'files/*', path: '/files/profile_pictures/a/b.webp', status: 404, type: 'text/plain; charset=utf-8' },
  { route: 'files/*', path: '/files/../auth-secret', status: 404 },
  { route: 'files/*', path: '/files/..%2f..%2fauth-secret', status: 404 },
  {
    route: 'robots.txt',
    path: '/robots.txt',
    status: 200,
    type: 'text/plain; charset=utf-8',
    cache: 'shared',
    shows: ['User-agent: *', `Sitemap: ${SITE}/sitemap.xml`],
  },
  {
    route: 'sitemap.xml',
    path: '/sitemap.xml',
    status: 200,
    type: 'application/xml; charset=utf-8',
    cache: 'shared',
    shows: ['pages', 'categories', 'games-1'].map((name) => `<sitemap><loc>${SITE}/sitemaps/${name}.xml</loc>`),
    hides: ['games-2', 'games-0'],
  },
  {
    route: 'sitemaps/:name',
    path: '/sitemaps/games-1.xml',
    status: 200,
    type: 'application/xml; charset=utf-8',
    cache: 'shared',
    shows: [`<url><loc>${SITE}/games/moto-rush</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod></url>`, '/games/lamps'],
    hides: ['/games/lost'],
  },
  {
    route: 'sitemaps/:name',
    path: '/sitemaps/pages.xml',
    status: 200,
    type: 'application/xml; charset=utf-8',
    shows: ['/', '/games', '/categories', '/originals', '/tags', '/how-to-play'].map((at) => `<loc>${SITE}${at}</loc>`),
  },
  {
    route: 'sitemaps/:name',
    path: '/sitemaps/categories.xml',
    status: 200,
    type: 'application/xml; charset=utf-8',
    shows: ['new', 'popular', 'original', 'car', 'puzzle'].map((slug) => `<loc>${SITE}/category/${slug}</loc>`),
    hides: ['horror', 'italian'],
  },
  { route: 'sitemaps/:name', path: '/sitemaps/games-2.xml', status: 404 },
  { route: 'sitemaps/:name', path: '/sitemaps/games-0.xml', status: 404 },
  { route: 'sitemaps/:name', path: '/sitemaps/other.xml', status: 404 },
  missing('*', '/no/such/page'),
  missing('*', '/Games/moto-rush/x'),
]

test('the not-found page shows 404', async () => {
  expect((await send('/no/such/page')).text).toContain('aria-label="404"')
})

test('every route has a row in the table', () => {
  const patterns = flatten(routes as RouteConfigEntry[])
  const rows = new Set(TABLE.map(({ route }) => route))
  for (const pattern of patterns)
    expect(rows, `Add a row for the route "${pattern}" to TABLE in tests/routes.test.ts`).toContain(pattern)
  for (const row of rows)
    expect(patterns, `No route "${row}" is in app/routes.ts: remove its rows from TABLE`).toContain(row)
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
      const { status } = await send(link)
      expect(status, `${row.path} links to ${link}`).toBe(200)
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
  await writeViews()
  expect(await findGameBySlug('puzzle-0')).toMatchObject({ views: 1 })
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
  expect(text).not.toMatch(/<script>(?!window\.|"use|\(|\$|import)|<(img|svg)[^>]* on\w+=/i)
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
