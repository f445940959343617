import type { RouteConfigEntry } from '@react-router/dev/routes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectPlayerData } from '../../app/accounts/player-data.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import { comments, notifications, postCounts } from '../../app/db/schema/community.server.ts'
import { playSessions } from '../../app/db/schema/credits.server.ts'
import { gameReactions, recentGames } from '../../app/db/schema/games.server.ts'
import { messages } from '../../app/db/schema/messages.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'
import routes from '../../app/routes.ts'
import { addressOf, requestOf, type Row, TABLE, type World } from './access-table.ts'
import { createBlogPost } from '../fixtures/blog-posts.ts'
import { type BuiltPortal, SITE, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'

/** Who may do what (docs/safety.md, Who acts). What others do leaves everything of the first player as it was. */

let portal: BuiltPortal
const world: World = {
  game: 0,
  session: '',
  play: '',
  id: '',
  username: '',
  post: 0,
  comment: 0,
  message: 0,
  blogPost: 0,
}
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
  const question = { kind: 'contact' as const, category: 'general', content: 'Where?', dueAt: new Date() }
  const [message] = await database().insert(messages).values(question).returning()
  world.message = message!.id
  world.post = post.id
  world.comment = comment!.id
  world.blogPost = (await createBlogPost()).id
}, 60_000)
afterAll(() => portal?.stop())

test('every route has a row in the table', () => {
  const patterns = new Set(flatten(routes as RouteConfigEntry[]))
  const rows = new Set(TABLE.map(({ route }) => route))
  for (const pattern of patterns) {
    expect(rows, `Say who may ask for "${pattern}": add a row to TABLE in testing/requests/access-table.ts`).toContain(
      pattern,
    )
  }
  for (const row of rows) expect(patterns, `No route "${row}" is in app/routes.ts: remove its rows`).toContain(row)
})

test('a visitor, another player and an operator are answered as the table says, and change nothing of the first player', async () => {
  const before = await readOwn()
  expect(before).toMatchObject({ wishlist: [{}], recentlyPlayed: [{}], reactions: [{}], playing: [{}] })
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
  for (const row of TABLE) {
    if (!row.method) continue
    const headers = { cookie, origin: 'https://evil.example', accept: 'text/html' }
    // Mail programs ask for it by themselves; its address says whose.
    const expected = row.route === 'notifications/mail/end' ? row.visitor : 403
    expect((await portal.send(addressOf(row, world), { method: row.method, headers })).status, row.route).toBe(expected)
  }
})

let asked = 0

/** Asks as a row says, each time from another address. */
async function ask(row: Row, cookie: string | null): Promise<number> {
  const number = ++asked
  const { path, headers, ...request } = requestOf(row, world)
  const { status } = await portal.send(path, {
    ...request,
    headers: {
      'x-forwarded-for': `10.${(number >> 8) & 255}.${number & 255}.7`,
      ...headers,
      ...(request.method !== 'GET' && { origin: SITE }),
      ...(cookie && { cookie }),
    },
  })
  return status === 303 ? 302 : status
}

/** Everything that is kept of the first player, but for when it is asked, and what operators did on the account. */
async function readOwn(): Promise<Record<string, unknown>> {
  return { ...(await collectPlayerData(ownId)), madeAt: null, actsOnAccount: null }
}

function flatten(entries: RouteConfigEntry[], under = ''): string[] {
  return entries.flatMap(({ path: own = '', children = [] }) => {
    const pattern = [under, own].filter(Boolean).join('/')
    return children.length ? flatten(children, pattern) : [pattern]
  })
}
