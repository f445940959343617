import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { LISTED_HOSTS } from '../../app/games/feeds/providers/provider-rules.ts'
import { approveHosts, removeHosts } from '../../app/games/feeds/providers/save-provider.server.ts'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import type { Player } from '../../app/server/sessions/session.server.ts'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { createGame, emptyCatalogue } from '../fixtures/games.ts'
import { createActor } from '../fixtures/players.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'

/** The hosts that pages may load games from (docs/product.md#hosts-of-games). */

let portal: BuiltPortal
let operator: Awaited<ReturnType<typeof createActor>>

beforeAll(async () => {
  portal = await startBuiltPortal()
  operator = await createActor({ role: 'operator' })
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate provider_hosts, feeds cascade`)
  await purgePages(['games'])
})
afterAll(() => portal?.stop())

const by = () => operator as unknown as Player

/** The hosts in the policy of a page, and those that its document names. */
function hostsOf({ headers, text }: Answer) {
  const policy = String(headers['content-security-policy'])
  const sources = (name: string) => new RegExp(`${name} 'self'([^;]*)`).exec(policy)?.[1]?.trim() ?? ''
  expect(sources('connect-src')).toBe(sources('frame-src'))
  const named = /<html[^>]* data-game-hosts="([^"]*)"/.exec(text)?.[1]
  const listed = sources('frame-src').split(' ').filter(Boolean)
  expect(named, 'the document names the hosts of its policy').toBe(
    listed.map((source) => source.replace('https://', '')).join(' '),
  )
  return listed
}

const get = (path: string, cookie?: string) => portal.send(path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } }) // prettier-ignore
const hostsAt = async (path: string) => hostsOf(await get(path))

test('a page lists only hosts in use, and every cached page is rendered again when they change', async () => {
  await expect.poll(() => hostsAt('/about')).toEqual([])
  await createGame({ provider: 'gamepix', url: 'https://play.gamepix.com/a/' })
  await purgePages(['games'])
  await expect.poll(() => hostsAt('/about')).toEqual(['https://play.gamepix.com'])
  await approveHosts(by(), 'gamepix', { games: ['games.example'] })
  await expect.poll(() => hostsAt('/about')).toEqual(['https://play.gamepix.com', 'https://games.example'])
  await removeHosts(by(), 'gamepix', { games: ['games.example'] })
  await expect.poll(() => hostsAt('/about')).toEqual(['https://play.gamepix.com'])
})

test('a host that nobody approved is in no policy, even on the page of a game there', async () => {
  const { slug } = await createGame({ provider: 'gamepix', url: 'https://evil.example/a/' })
  await purgePages(['games'])
  await expect.poll(() => hostsAt(`/games/${slug}`)).toEqual(['https://play.gamepix.com'])
})

test('beyond the limit, the page of a game lists only its own host', async () => {
  const late = await createGame({ provider: 'gamepix', url: 'https://z-late.example/a/' })
  const early = await createGame({ provider: 'gamepix', url: 'https://play.gamepix.com/a/' })
  await approveHosts(by(), 'gamepix', {
    games: Array.from({ length: LISTED_HOSTS - 1 }, (_, at) => `h${String(at).padStart(2, '0')}.example`),
  })
  await approveHosts(by(), 'gamepix', { games: ['z-late.example'] })
  await expect.poll(async () => (await hostsAt('/')).length).toBe(LISTED_HOSTS)
  expect(await hostsAt('/')).not.toContain('https://z-late.example')
  expect(await hostsAt(`/games/${early.slug}`)).toHaveLength(LISTED_HOSTS)
  // The home page has as many hosts before the last approval has arrived.
  await expect.poll(() => hostsAt(`/games/${late.slug}`)).toEqual(['https://z-late.example'])
  const cached = await get(`/games/${late.slug}`)
  expect(cached.headers['cache-control']).toContain('s-maxage=60')
  expect(hostsOf(cached)).toEqual(['https://z-late.example'])
  expect(hostsOf(await get(`/games/${late.slug}`, operator.cookie)), 'for players, too').toEqual([
    'https://z-late.example',
  ])
  expect(hostsOf(await get(`/admin/games/${late.id}`, operator.cookie))).toEqual(['https://z-late.example'])
})
