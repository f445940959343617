import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlogPost } from '../fixtures/blog-posts.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'

/** A portal with ads (docs/product.md#ads). The tests of a portal without ads are in routes.test.ts. */

const NETWORK = 'https://ads.example'

let portal: BuiltPortal
let cookie: string
beforeAll(async () => {
  portal = await startBuiltPortal({
    ADS_CLIENT: 'ca-pub-1234567890123456',
    ADS_UNITS: 'home-row=11, game-side=22',
    ADS_SCRIPT: `${NETWORK}/script.js`,
  })
  await createGame({ slug: 'moto-rush' })
  await createBlogPost({ slug: 'lamps' })
  cookie = (await signIn(await createPlayer())).cookie
})
afterAll(() => portal?.stop())

async function open(at: string, headers: Record<string, string> = {}) {
  const { text, headers: got } = await portal.send(at, { headers: { accept: 'text/html', ...headers } })
  return {
    places: Array.from(text.matchAll(/<aside [^>]*data-ad="([\w-]+)"/g), ([, place]) => place),
    policy: String(got['content-security-policy']),
  }
}

test('pages with ad slots allow the network, for visitors and players', async () => {
  for (const headers of [{}, { cookie }] as Record<string, string>[]) {
    const [home, game] = [await open('/', headers), await open('/games/moto-rush', headers)]
    expect(home.places).toEqual(['home-row'])
    expect(game.places).toEqual(['below-player', 'game-side'])
    const post = await open('/blog/lamps', headers)
    expect(post.places).toEqual(['blog-end'])
    for (const { policy } of [home, game, post]) {
      for (const kind of ['script-src', 'frame-src', 'connect-src']) {
        expect(policy).toMatch(new RegExp(`${kind} [^;]*${NETWORK}[ ;]`))
      }
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*(unsafe-inline|\*)/)
    }
  }
})

test('pages without an ad slot have the strict policy', async () => {
  for (const at of ['/games', '/login', '/account', '/rewards', '/wishlist', '/terms', '/nothing-here']) {
    const { places, policy } = await open(at, { cookie })
    expect(places, at).toEqual([])
    expect(policy, at).not.toMatch(/ads\.example|google|img-src[^;]*https:/)
  }
})

test('text that looks like an ad slot does not count as one', async () => {
  await createGame({ slug: 'forged', title: '<aside class="ad ad-home-row" data-ad="x">' })
  const { text } = await portal.send('/search?q=aside', { headers: { accept: 'text/html' } })
  expect(text).not.toContain('<aside class="ad')
  const { policy } = await open('/games?q=aside')
  expect(policy).not.toContain(NETWORK)
})

test('ads.txt names the authorised seller', async () => {
  const { status, text } = await portal.send('/ads.txt')
  expect([status, text]).toEqual([200, 'google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n'])
})
