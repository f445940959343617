import { createHash } from 'node:crypto'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database, type Transaction } from '../../app/db/connection.server.ts'
import { games, type GameStatus } from '../../app/db/schema/games.server.ts'
import { changeStatus } from '../../app/games/management/change-status.server.ts'
import { renameSlug } from '../../app/games/management/edit/write-fields.server.ts'
import { lockManagedGame } from '../../app/games/management/managed-game.server.ts'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import { writeWhole } from '../../app/server/files/write-file-whole.server.ts'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { config } from '../../app/server/process/config.server.ts'
import { createGame, createGames, type GameRow } from '../fixtures/games.ts'
import { type Actor, createActor, NOT_NEW } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'

/** Tests the pages, lists and endpoints of games that are not public (docs/product.md#games-in-the-console). */

const HELD: GameStatus[] = ['pending', 'hidden', 'quarantined']

let portal: BuiltPortal
let player: Actor
let operator: Actor
let cards: GameRow[]
let game: GameRow
let title: string

beforeAll(async () => {
  portal = await startBuiltPortal()
  player = await createActor(NOT_NEW)
  operator = await createActor({ ...NOT_NEW, role: 'operator' })
  cards = await createGames(
    Array.from({ length: 14 }, (_, at) => ({ title: `Cards ${at}`, categories: ['Card'], tags: ['zebra'] })),
  )
})
beforeEach(async () => {
  game = await createZebra()
})
afterAll(() => portal?.stop())

async function createZebra(values: Parameters<typeof createGame>[0] = {}): Promise<GameRow> {
  const name = crypto.randomUUID().slice(0, 8)
  title = `Zebra ${name}`
  const tags = ['zebra', 'striped']
  const texts = { slug: `zebra-${name}`, title, categories: ['Card'], tags, description: 'Spin it.' }
  const created = await createGame({ ...texts, ...values })
  await purging((tx) => purgePages(['games'], tx))
  return created
}

let sent = 0
const send = (at: string, as?: Actor, method = 'GET', json?: unknown) =>
  portal.send(at, {
    method,
    headers: {
      accept: method === 'GET' ? 'text/html' : 'application/json',
      origin: SITE,
      'x-forwarded-for': `10.21.${++sent >> 8}.${sent & 255}`,
      ...(as && { cookie: as.cookie }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })

/** Runs a write, and waits until its purge of cached pages has arrived, which takes milliseconds. */
async function purging(write: (tx: Transaction) => Promise<unknown>): Promise<void> {
  // A page that is rendered while a purge arrives is not cached.
  const read = async () => (await send('/games'), portal.cache.peek('/games'))
  await expect.poll(read).toBeDefined()
  const cached = portal.cache.peek('/games')
  await database().transaction(write)
  await expect.poll(() => portal.cache.peek('/games') !== cached).toBe(true)
}

const setStatus = (status: GameStatus, reason = '') => purging((tx) => changeStatus(tx, [game.id], status, reason))

const rename = (slug: string) =>
  purging(async (tx) => {
    await tx.execute(sql`lock table games in share row exclusive mode`)
    await renameSlug(tx, (await lockManagedGame(tx, game.id))!, slug)
    await purgePages(['games'], tx)
  })

/** The response once the purge has arrived, which takes milliseconds. */
const expectStatus = (at: string, status: number) => expect.poll(async () => (await send(at)).status).toBe(status)

const isShared = ({ headers }: Answer) => headers['cache-control']?.includes('s-maxage=60') ?? false

test.each(HELD)('the page of a %s game is a 404 with similar games, and reveals nothing about it', async (status) => {
  await setStatus(status, 'Gambling')
  for (const at of [`/games/${game.slug}`, `/game/${game.id}`]) {
    await expectStatus(at, 404)
    const answer = await send(at)
    expect(isShared(answer), at).toBe(true)
    expect(wordsOf(answer)).toMatch(/This game is unavailable .* Similar games .*Cards \d/)
    for (const words of [title, 'Gambling', 'Spin it']) expect(answer.text).not.toContain(words)
    expect(answer.text).toContain('<meta name="robots" content="noindex"/>')
  }
  expect((await send(`/games/${game.slug}/play`)).status).toBe(404)
})

test('the page of a deleted game is a 410 with similar games', async () => {
  await setStatus('deleted')
  for (const at of [`/games/${game.slug}`, `/game/${game.id}`]) {
    await expectStatus(at, 410)
    const answer = await send(at)
    expect(isShared(answer), at).toBe(true)
    expect(wordsOf(answer)).toMatch(/This game was removed .* Similar games .*Cards \d/)
    expect(answer.text).not.toContain(title)
  }
  expect((await send(`/games/${game.slug}/play`)).status).toBe(410)
})

test('a delisted game stays public for a period', async () => {
  await setStatus('delisted')
  expect((await send(`/games/${game.slug}`)).status).toBe(200)
})

test('a former slug redirects for ever, with the query, to the page and to the game alone', async () => {
  const old = game.slug
  await rename(`${old}-new`)
  await expectStatus(`/games/${old}`, 301)
  for (const end of ['', '?b=2&utm_source=mail', '/play', '/play?x=1']) {
    const { status, headers } = await send(`/games/${old}${end}`)
    expect([status, headers.location], end).toEqual([301, `/games/${old}-new${end}`])
  }
  expect((await send(`/games/${old}-new`)).status).toBe(200)
  await rename(`${old}-newer`)
  await expectStatus(`/games/${old}-newer`, 200)
  for (const slug of [old, `${old}-new`]) {
    expect((await send(`/games/${slug}`)).headers.location).toBe(`/games/${old}-newer`)
  }
  await setStatus('deleted')
  await expectStatus(`/games/${old}-newer`, 410)
  // Not even a former slug gives away the slug of a game that is not public.
  const { status, headers } = await send(`/games/${old}`)
  expect([status, headers.location]).toEqual([410, undefined])
})

test('a visitor’s page is cached, and each change of status reaches it', async () => {
  const at = `/games/${game.slug}`
  for (const [status, code] of [
    ['hidden', 404],
    ['published', 200],
    ['quarantined', 404],
    ['delisted', 200],
    ['deleted', 410],
    ['published', 200],
  ] as const) {
    await setStatus(status)
    await expectStatus(at, code)
    await expect.poll(() => portal.cache.peek(at)?.status).toBe(code)
    await expect.poll(async () => (await send('/games?filter=card')).text.includes(title)).toBe(code === 200)
  }
})

test.each([...HELD, 'deleted' as const])('operators open a %s game, with a banner, privately', async (status) => {
  await setStatus(status, 'Gambling')
  const answer = await send(`/games/${game.slug}`, operator)
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(wordsOf(answer)).toMatch(/Only operators see this page\. .*Gambling\. Manage this game/)
  expect(answer.text).toContain(`href="/admin/games/${game.id}"`)
  expect(wordsOf(answer)).toContain(`${title} - Play Free Online Game`)
  const byId = await send(`/game/${game.id}`, operator)
  expect([byId.status, byId.headers.location, byId.headers['cache-control']]).toEqual([
    302,
    `/games/${game.slug}`,
    'private, no-store',
  ])
  const missing = status === 'deleted' ? 410 : 404
  await expectStatus(`/games/${game.slug}`, missing)
  expect((await send(`/games/${game.slug}`, player)).status).toBe(missing)
})

test('operators open a self-hosted game alone in a tab, and nobody else', async () => {
  game = await createGame({ provider: 'own', url: '/play/zebra/', title })
  await setStatus('hidden')
  const answer = await send(`/games/${game.slug}/play`, operator)
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
  await expectStatus(`/games/${game.slug}/play`, 404)
})

test.each([...HELD, 'deleted' as const])('no list, feed, search or sitemap has a %s game', async (status) => {
  game = await createZebra({ provider: 'own', url: '/play/zebra/', views: 1_000_000 })
  const places = [
    '/', '/games', '/games?filter=card', '/games?q=zebra', '/category/card', '/category/new', '/tags?tags=striped', '/search?q=zebra',
    '/games/rss.xml', '/games/atom.xml', '/sitemaps/games-1.xml', `/game/${cards[0]!.id}/similar`, '/own-games',
  ] // prettier-ignore
  const placesWithIt = async () => {
    const answers = await Promise.all(places.map((at) => send(at)))
    expect(answers.map((answer) => answer.status)).toEqual(places.map(() => 200))
    return places.filter((_, at) => answers[at]!.text.includes(title) || answers[at]!.text.includes(game.slug))
  }
  await expect.poll(placesWithIt).toEqual(places)
  await setStatus(status)
  await expectStatus(`/games/${game.slug}`, status === 'deleted' ? 410 : 404)
  expect(await placesWithIt()).toEqual([])
})

test.each([...HELD, 'deleted' as const])('no endpoint fails for a %s game, or reveals its title', async (status) => {
  const mine = await send(`/wishlist/entries/${game.id}`, player, 'PUT')
  expect(mine.status).toBe(204)
  await send(`/game/${game.id}/views`, player, 'POST')
  await send(`/game/${game.id}/reaction`, player, 'PUT', { reaction: 'like' })
  await send(`/share-pictures/games/${game.id}`)
  await setStatus(status)
  await expectStatus(`/games/${game.slug}`, status === 'deleted' ? 410 : 404)
  const other = await createActor(NOT_NEW)
  const answers = {
    'share picture': await send(`/share-pictures/games/${game.id}`),
    picture: await send(`/pictures/${game.id}/320`),
    poster: await send(`/pictures/${game.id}/poster`),
    view: await send(`/game/${game.id}/views`, other, 'POST'),
    probe: await send(`/game/${game.id}/probe`),
    reactions: await send(`/game/${game.id}/reaction`),
    reaction: await send(`/game/${game.id}/reaction`, other, 'PUT', { reaction: 'like' }),
    unliked: await send(`/game/${game.id}/reaction`, player, 'DELETE'),
    play: await send('/plays', other, 'POST', { gameId: game.id }),
    share: await send(`/game/${game.id}/shares`, other, 'POST'),
    wish: await send(`/wishlist/entries/${game.id}`, other, 'PUT'),
    move: await send('/kept', other, 'POST', { wishes: [{ id: game.id, at: 1 }], recent: [{ id: game.id, at: 1 }] }),
    'saved cards': await send(`/wishlist/cards?games=${game.id}`),
    unavailable: await send(`/unavailable-games?games=${game.id}`),
  }
  expect(Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer.status]))).toEqual({
    'share picture': 404,
    picture: 200,
    poster: 200,
    view: 204,
    probe: 404,
    reactions: 404,
    reaction: 404,
    unliked: 200,
    play: 404,
    share: 404,
    wish: 404,
    move: 200,
    'saved cards': 200,
    unavailable: 200,
  })
  expect(JSON.parse(answers.unavailable.text)).toEqual({ games: [game.id] })
  for (const [name, { text }] of Object.entries(answers)) expect(text.toLowerCase(), name).not.toContain('zebra')
  // Nothing of these put it on a list of somebody who did not have it.
  for (const at of ['/', '/wishlist']) expect((await send(at, other)).text, at).not.toContain(title)
})

test.each([...HELD, 'deleted' as const])('only operators get the picture of a %s game', async (status) => {
  const address = `https://pictures.example/${game.slug}.jpg`
  const name = createHash('sha256').update(address).digest('base64url')
  await writeWhole(path.join(config().dataDir, 'pictures', name.slice(0, 2), `${name}-320.webp`), Buffer.from('zebra'))
  await purging(async (tx) => {
    await tx.update(games).set({ imageUrl: address }).where(eq(games.id, game.id))
    await purgePages(['games'], tx)
  })
  const at = `/pictures/${game.id}/320`
  const read = async (as?: Actor) => {
    const { text, headers } = await send(at, as)
    return [text === 'zebra', headers['content-type'], headers['cache-control']]
  }
  const shared = [true, 'image/webp', 'public, max-age=604800, stale-while-revalidate=2592000']
  expect([await read(), await read(operator)]).toEqual([shared, shared])
  await setStatus(status)
  const poster = [false, 'image/svg+xml; charset=utf-8', 'private, no-store']
  await expect.poll(() => read()).toEqual(poster)
  expect(await read(player)).toEqual(poster)
  expect(await read(operator)).toEqual([true, 'image/webp', 'private, max-age=300'])
  expect(await read()).toEqual(poster)
})

test('operators probe a game that is not public', async () => {
  await setStatus('hidden')
  game = await createGame({ provider: 'own', url: '/play/zebra/' })
  await setStatus('hidden')
  expect(JSON.parse((await send(`/game/${game.id}/probe`, operator)).text)).toEqual({ address: 'up' })
})

test('players see a game that is not public any more as unavailable in their own lists, and remove it', async () => {
  await send(`/wishlist/entries/${game.id}`, player, 'PUT')
  await send(`/game/${game.id}/views`, player, 'POST')
  await setStatus('hidden')
  const unavailable = new RegExp(`<a class="card" data-unavailable="true" href="/games/${game.slug}"[^>]*>`, 'g')
  const timesIn = async (at: string) => (await send(at, player)).text.match(unavailable)?.length ?? 0
  await expect.poll(() => timesIn('/wishlist')).toBe(1)
  // The wishlist and the recently played games.
  await expect.poll(() => timesIn('/')).toBe(2)
  expect(wordsOf(await send('/wishlist', player))).toContain(`${title} Unavailable`)
  expect((await send(`/wishlist/entries/${game.id}`, player, 'DELETE')).status).toBe(204)
  expect((await send(`/recent-games/${game.id}`, player, 'DELETE')).status).toBe(204)
  expect([await timesIn('/wishlist'), await timesIn('/')]).toEqual([0, 0])
})

test('others do not see it on a player’s profile', async () => {
  await send(`/wishlist/entries/${game.id}`, player, 'PUT')
  await setStatus('hidden')
  await expect.poll(async () => (await send(`/players/${player.username}`)).text.includes(title)).toBe(false)
})

test.each(['hidden', 'deleted'] as const)(
  'a post about a %s game stays readable, without its title',
  async (status) => {
    const post = await createPost({ title: 'How I lost', content: 'All of it.', gameId: game.id })
    await setStatus(status)
    await expectStatus(`/games/${game.slug}`, status === 'deleted' ? 410 : 404)
    for (const at of [`/community/${post.id}`, '/community']) {
      const answer = await send(at)
      expect(answer.status).toBe(200)
      expect(wordsOf(answer)).toContain('How I lost')
      expect(answer.text).not.toContain(title)
    }
    expect((await send(`/share-pictures/posts/${post.id}`)).status).toBe(200)
    expect((await send(`/community/new?game=${game.slug}`, player)).status).toBe(200)
  },
)
