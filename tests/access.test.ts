import type { RouteConfigEntry } from '@react-router/dev/routes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../app/db/connection.server.ts'
import { players, sessions } from '../app/db/schema/accounts.server.ts'
import { comments, notifications, playerBlocks, postCounts, posts } from '../app/db/schema/community.server.ts'
import { creditAwards, playSessions, signInDays } from '../app/db/schema/credits.server.ts'
import { gameReactions, recentGames } from '../app/db/schema/games.server.ts'
import { wishlistEntries } from '../app/db/schema/wishlist.server.ts'
import routes from '../app/routes.ts'
import { type BuiltPortal, SITE, startBuiltPortal } from './built-portal.ts'
import { createGame } from './games.ts'
import { createPlayer, signIn } from './players.ts'
import { createPost } from './posts.ts'

/**
 * Who may do what (docs/safety.md, Who acts): every route, asked by a visitor, by the player whose things its address names (`own`), by
 * another player and by an operator. What others do leaves everything of the first player as it was.
 */

type World = {
  game: number
  session: string
  play: string
  id: string
  username: string
  post: number
  comment: number
}
type Row = {
  /** The pattern in app/routes.ts. */
  route: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The address; ids in it are those of the first player's things. */
  at: (world: World) => string
  json?: unknown
  form?: Record<string, string>
  visitor: number
  own: number
  /** Another player, where one is not answered as the first player is. */
  others?: number
  /** An operator, where one is not answered as another player is. */
  operator?: number
}

const LOGIN = 302
const open = (route: string, at: string, status = 200): Row => ({
  route,
  at: () => at,
  visitor: status,
  own: status,
})
/** A page or form of one's own: whoever asks gets theirs, a visitor is sent to sign in. */
const personal = (route: string, own: number, more: Partial<Row> = {}): Row => ({
  route,
  at: () => `/${route}`,
  visitor: LOGIN,
  own,
  ...more,
})
/** A page, and its form, that changes what the first player wrote: for others, operators too, neither is there. */
const written = (route: string, at: Row['at'], form: Record<string, string> = {}): Row[] => [
  { route, at, visitor: LOGIN, own: 200, others: 404 },
  { route, method: 'POST', at, form, visitor: LOGIN, own: LOGIN, others: 404 },
]
/** A page of operators: nobody else learns that it is there. */
const operators = (route: string, at: string): Row => ({ ...open(route, at, 404), operator: 200 })
const sent = (route: string, at: Row['at'], method: Row['method'], own: number, more: Partial<Row> = {}): Row => ({
  route,
  method,
  at,
  visitor: 401,
  own,
  ...more,
})

const TABLE: Row[] = [
  open('', '/'),
  open('games', '/games'),
  open('games/:slug', '/games/lamps'),
  open('games/:slug/play', '/games/lamps/play'),
  { route: 'game/:id', at: ({ game }) => `/game/${game}`, visitor: 301, own: 301 },
  { route: 'game/:id/views', method: 'POST', at: ({ game }) => `/game/${game}/views`, visitor: 204, own: 204 },
  { route: 'game/:id/probe', at: ({ game }) => `/game/${game}/probe`, visitor: 200, own: 200 },
  { route: 'game/:id/reaction', at: ({ game }) => `/game/${game}/reaction`, visitor: 200, own: 200 },
  sent('game/:id/reaction', ({ game }) => `/game/${game}/reaction`, 'PUT', 200, { json: { reaction: 'dislike' } }),
  sent('game/:id/reaction', ({ game }) => `/game/${game}/reaction`, 'DELETE', 200),
  sent('game/:id/shares', ({ game }) => `/game/${game}/shares`, 'POST', 200),
  sent('recent-games/:gameId', ({ game }) => `/recent-games/${game}`, 'DELETE', 204),
  sent('recent-games', () => '/recent-games', 'DELETE', 204),
  open('wishlist', '/wishlist'),
  sent('wishlist/entries/:gameId', ({ game }) => `/wishlist/entries/${game}`, 'PUT', 204),
  sent('wishlist/entries/:gameId', ({ game }) => `/wishlist/entries/${game}`, 'DELETE', 204),
  sent('kept', () => '/kept', 'POST', 200, { json: { wishes: [], recent: [] } }),
  { route: 'pictures/:id/:width', at: ({ game }) => `/pictures/${game}/320`, visitor: 200, own: 200 },
  open('category/:category', '/category/puzzle'),
  open('categories', '/categories'),
  open('originals', '/originals'),
  open('tags', '/tags'),
  open('popular', '/popular', 301),
  open('search', '/search?q=lamps'),
  { ...open('login', '/login'), own: LOGIN },
  { ...open('signup', '/signup'), own: LOGIN },
  open('login/google', '/login/google'),
  open('api/auth/callback/google', '/api/auth/callback/google', 302),
  open('forgot-password', '/forgot-password'),
  open('reset-password', '/reset-password?token=none'),
  open('verify-email', '/verify-email?token=none'),
  sent('plays/:id/beats', ({ play }) => `/plays/${play}/beats`, 'POST', 200, { others: 404 }),
  // After the beats: a play that is begun takes the place of the one before.
  sent('plays', () => '/plays', 'POST', 201, { json: { gameId: 1 } }),
  open('rewards', '/rewards'),
  personal('rewards/spin', 302, { method: 'POST' }),
  open('how-to-play', '/how-to-play'),
  open('terms', '/terms'),
  open('terms-conditions', '/terms-conditions', 301),
  open('privacy-policy', '/privacy-policy'),
  personal('account', 200),
  personal('account/profile', 200),
  personal('account/profile', 400, { method: 'POST', form: { username: 'x', fullName: '' } }),
  personal('account/avatar', 302, { method: 'POST', form: {} }),
  personal('account/avatar/removal', 302, { method: 'POST', form: {} }),
  personal('account/password', 200),
  personal('account/password', 400, { method: 'POST', form: { current: '', password: 'x' } }),
  personal('account/sessions/:id/end', 302, {
    method: 'POST',
    at: ({ session }) => `/account/sessions/${session}/end`,
    others: 404,
  }),
  personal('account/sessions/others/end', 302, { method: 'POST' }),
  personal('account/data', 200),
  personal('account/delete', 200),
  personal('account/delete', 400, { method: 'POST', form: { username: 'not-mine' } }),
  open('account/deleted', '/account/deleted'),
  operators('admin/acts', '/admin/acts'),
  { route: 'reports/new', at: ({ username }) => `/reports/new?kind=player&id=${username}`, visitor: LOGIN, own: 200 },
  {
    route: 'reports/new',
    method: 'POST',
    at: ({ username }) => `/reports/new?kind=player&id=${username}`,
    form: { reason: 'spam' },
    visitor: LOGIN,
    own: 403,
    others: 200,
  },
  operators('admin/moderation', '/admin/moderation'),
  operators('admin/moderation/removed', '/admin/moderation/removed'),
  operators('admin/moderation/suspended', '/admin/moderation/suspended'),
  operators('admin/moderation/words', '/admin/moderation/words'),
  ...['approval', 'removal', 'restoration'].flatMap((decision): Row[] => {
    const at = ({ id }: World) => `/admin/moderation/${decision}?kind=player&id=${id}`
    const route = `admin/moderation/${decision}`
    // The first is done; then one without a reason, and one by somebody who has not seen the first.
    const sent = { approval: 302, removal: 400, restoration: 409 }[decision]!
    return [
      { route, at, visitor: 404, own: 404, operator: 200 },
      { route, at, method: 'POST', form: {}, visitor: 404, own: 404, operator: sent },
    ]
  }),
  {
    route: 'admin/moderation/words',
    method: 'POST',
    at: () => '/admin/moderation/words',
    form: { words: '!' },
    visitor: 404,
    own: 404,
    operator: 400,
  },
  ...['', '/end'].flatMap((end): Row[] => {
    const route = `admin/players/:username/suspension${end}`
    const at = ({ username }: World) => `/admin/players/${username}/suspension${end}`
    return [
      { route, at, visitor: 404, own: 404, operator: 200 },
      { route, at, method: 'POST', form: {}, visitor: 404, own: 404, operator: end ? 409 : 400 },
    ]
  }),
  personal('account/blocked', 200),
  { route: 'players/:username', at: ({ username }) => `/players/${username}`, visitor: 200, own: 200 },
  { route: 'players/:username/card', at: ({ username }) => `/players/${username}/card`, visitor: 200, own: 200 },
  // Nobody blocks themselves.
  sent('players/:username/block', ({ username }) => `/players/${username}/block`, 'PUT', 409, { others: 204 }),
  sent('players/:username/block', ({ username }) => `/players/${username}/block`, 'DELETE', 204),
  personal('notifications', 200),
  sent('notifications/read', () => '/notifications/read', 'POST', 200),
  open('notifications/mail/end', '/notifications/mail/end?token=none'),
  open('files/*', '/files/profile_pictures/none/none.webp', 404),
  // The page of a post, and what is done there
  { route: 'community/:id', at: ({ post }) => `/community/${post}`, visitor: 200, own: 200 },
  {
    route: 'community/:id',
    method: 'POST',
    at: ({ post }) => `/community/${post}`,
    form: { content: '' },
    visitor: LOGIN,
    own: 400,
  },
  { route: 'community/:id/comments', at: ({ post }) => `/community/${post}/comments`, visitor: 200, own: 200 },
  sent('community/:id/like', ({ post }) => `/community/${post}/like`, 'PUT', 200),
  sent('community/:id/like', ({ post }) => `/community/${post}/like`, 'DELETE', 200),
  { route: 'comments/:id', at: ({ comment }) => `/comments/${comment}`, visitor: LOGIN, own: LOGIN },
  ...written('comments/:id/edit', ({ comment }) => `/comments/${comment}/edit`, { content: 'Changed' }),
  ...written('comments/:id/delete', ({ comment }) => `/comments/${comment}/delete`),
  ...written('community/:id/delete', ({ post }) => `/community/${post}/delete`),
  open('robots.txt', '/robots.txt'),
  open('sitemap.xml', '/sitemap.xml'),
  open('sitemaps/:name', '/sitemaps/pages.xml'),
  open('*', '/no/such/page', 404),
  // Last: it ends the session that asks.
  open('logout', '/logout'),
  { route: 'logout', method: 'POST', at: () => '/logout', form: {}, visitor: LOGIN, own: LOGIN },
]

let portal: BuiltPortal
const world: World = { game: 0, session: '', play: '', id: '', username: '', post: 0, comment: 0 }
const cookies: Record<'own' | 'another' | 'operator', string> = { own: '', another: '', operator: '' }
let ownId = ''

beforeAll(async () => {
  portal = await startBuiltPortal()
  const game = await createGame({
    slug: 'lamps',
    title: 'Lamps',
    provider: 'own',
    isOriginal: true,
    url: '/play/lamps/',
    categories: ['Puzzle'],
  })
  const own = await createPlayer()
  ownId = own.id
  world.id = own.id
  world.game = game.id
  world.username = own.username
  cookies.own = (await signIn(own)).cookie
  cookies.another = (await signIn(await createPlayer())).cookie
  cookies.operator = (await signIn(await createPlayer({ role: 'operator' }))).cookie
  const elsewhere = await signIn(own)
  const [session] = await database().select().from(sessions).where(eq(sessions.token, elsewhere.token))
  world.session = session!.id
  // Noted before, so that asking for a page changes nothing of the player any more.
  await portal.send('/', { headers: { cookie: cookies.own } })
  await database().insert(wishlistEntries).values({ playerId: own.id, gameId: game.id })
  await database().insert(recentGames).values({ playerId: own.id, gameId: game.id, playedAt: new Date() })
  await database().insert(gameReactions).values({ playerId: own.id, gameId: game.id, reaction: 'like' })
  await database().insert(notifications).values({ playerId: own.id, kind: 'decision', words: 'approved' })
  await database().execute(sql`update game_views set likes = 1 where game_id = ${game.id}`)
  const [play] = await database().insert(playSessions).values({ playerId: own.id, gameId: game.id }).returning()
  world.play = play!.id
  const post = await createPost({ playerId: own.id })
  const values = { postId: post.id, playerId: own.id, content: 'Mine' }
  const [comment] = await database().insert(comments).values(values).returning()
  await database().update(postCounts).set({ comments: 1 }).where(eq(postCounts.postId, post.id))
  world.post = post.id
  world.comment = comment!.id
}, 60_000)
afterAll(() => portal?.stop())

test('every route has a row in the table', () => {
  const patterns = new Set(flatten(routes as RouteConfigEntry[]))
  const rows = new Set(TABLE.map(({ route }) => route))
  for (const pattern of patterns) {
    expect(rows, `Say who may ask for "${pattern}": add a row to TABLE in tests/access.test.ts`).toContain(pattern)
  }
  for (const row of rows) expect(patterns, `No route "${row}" is in app/routes.ts: remove its rows`).toContain(row)
})

test('a visitor, another player and an operator are answered as the table says, and change nothing of the first player', async () => {
  const before = await readOwn()
  expect(before).toMatchObject({
    wishes: [{}],
    recent: [{}],
    reactions: [{}],
    plays: [{}],
    posts: [{}],
    comments: [{}],
  })
  const wrong: string[] = []
  for (const who of ['visitor', 'another', 'operator'] as const) {
    for (const row of TABLE) {
      const another = row.others ?? row.own
      const expected = { visitor: row.visitor, another, operator: row.operator ?? another }[who]
      const status = await ask(row, who === 'visitor' ? null : cookies[who])
      if (status !== expected)
        wrong.push(`${who}: ${row.method ?? 'GET'} ${row.route} answers ${status}, not ${expected}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await readOwn()).toEqual(before)
})

test('the first player may do all of it', async () => {
  const wrong: string[] = []
  for (const row of TABLE) {
    const status = await ask(row, cookies.own)
    if (status !== row.own) wrong.push(`${row.method ?? 'GET'} ${row.route} answers ${status}, not ${row.own}`)
  }
  expect(wrong).toEqual([])
})

test('what comes from another site changes nothing', async () => {
  const { cookie } = await signIn({ id: ownId })
  for (const { method, at, route } of TABLE) {
    if (!method) continue
    const headers = { cookie, origin: 'https://evil.example', accept: 'text/html' }
    expect((await portal.send(at(world), { method, headers })).status, route).toBe(403)
  }
})

let asked = 0

/** Asks as a browser does that sends a form, or our script that sends JSON; each time from another address. */
async function ask({ method = 'GET', at, json, form, route }: Row, cookie: string | null): Promise<number> {
  const number = ++asked
  const isPage = method === 'GET' || form !== undefined || route.startsWith('account') || route === 'rewards/spin'
  const { status } = await portal.send(at(world), {
    method,
    headers: {
      'x-forwarded-for': `10.${(number >> 8) & 255}.${number & 255}.7`,
      accept: isPage ? 'text/html' : 'application/json',
      ...(method !== 'GET' && { origin: SITE }),
      ...(cookie && { cookie }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form).toString() }),
  })
  return status === 303 ? 302 : status
}

/** Everything that is kept of the first player. */
async function readOwn() {
  const db = database()
  return {
    player: await db.select().from(players).where(eq(players.id, ownId)),
    sessions: await db.select().from(sessions).where(eq(sessions.playerId, ownId)).orderBy(sessions.id),
    wishes: await db.select().from(wishlistEntries).where(eq(wishlistEntries.playerId, ownId)),
    recent: await db.select().from(recentGames).where(eq(recentGames.playerId, ownId)),
    reactions: await db.select().from(gameReactions).where(eq(gameReactions.playerId, ownId)),
    awards: await db.select().from(creditAwards).where(eq(creditAwards.playerId, ownId)),
    days: await db.select().from(signInDays).where(eq(signInDays.playerId, ownId)),
    posts: await db.select().from(posts).where(eq(posts.playerId, ownId)),
    comments: await db.select().from(comments).where(eq(comments.playerId, ownId)),
    plays: await db.select().from(playSessions).where(eq(playSessions.playerId, ownId)),
    news: await db.select().from(notifications).where(eq(notifications.playerId, ownId)),
    blocks: await db.select().from(playerBlocks).where(eq(playerBlocks.playerId, ownId)),
  }
}

function flatten(entries: RouteConfigEntry[], under = ''): string[] {
  return entries.flatMap(({ path: own = '', children = [] }) => {
    const pattern = [under, own].filter(Boolean).join('/')
    return children.length ? flatten(children, pattern) : [pattern]
  })
}
