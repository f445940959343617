import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGames, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { feedProviders, feeds, providerHosts } from '../../../db/schema/feeds.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { listenForPurges } from '../../../server/cache/purge.server.ts'
import { findProvider } from '../../import/providers.server.ts'
import { readGame } from '../../import/read-game.ts'
import { findFeedProvider, listProviders } from './find-provider.server.ts'
import { approvedGameHosts, frameHosts, loadFrameHosts } from './frame-hosts.server.ts'
import { LISTED_HOSTS, PROVIDER_LIMITS } from './provider-rules.ts'
import { providerLabel } from './provider-labels.ts'
import { approveHosts, removeHosts, type SavedProvider, saveProvider } from './save-provider.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate feed_providers, provider_hosts, feeds, operator_acts restart identity cascade`)
  await loadFrameHosts()
})
afterAll(() => testDatabase.drop())

const MAPPING = { url: 'link', title: 'name', picture: 'image' }
const HOSTS = { games: ['play.tower.example'], pictures: ['img.tower.example'] }

function save(over: Partial<SavedProvider> = {}) {
  return saveProvider(operator, { name: null, label: 'Tower Games', mapping: MAPPING, hosts: HOSTS, ...over })
}

test('a saved provider reads the feeds of its mapping, and only games and pictures on its approved hosts', async () => {
  expect(await save()).toEqual({ name: 'tower-games' })
  const provider = (await findFeedProvider('Tower-Games'))!
  expect(provider).toMatchObject({
    name: 'tower-games',
    gameHosts: ['play.tower.example'],
    pictureHosts: ['img.tower.example'],
  })
  const read = (link: string, image: string) => {
    const entry = provider.readEntry(new Map([['link', [link]], ['name', ['Towers']], ['image', [image]]]))! // prettier-ignore
    return readGame(entry, provider, false)
  }
  expect(read('https://play.tower.example/1/', 'https://img.tower.example/1.png')).toMatchObject({
    game: { url: 'https://play.tower.example/1/', image_url: 'https://img.tower.example/1.png' },
  })
  expect(read('https://play.tower.example/1/', 'https://play.tower.example/1.png')).toMatchObject({
    game: { image_url: null },
  })
  expect(read('https://evil.example/1/', '')).toEqual({
    reason: "url has a host that is not the provider's: evil.example",
  })
  expect(await findFeedProvider('nobody')).toBeNull()
})

test('a provider is never called like a built-in one, the portal’s own, or another', async () => {
  const refused = { refused: expect.any(String) }
  for (const label of ['GameMonetize', 'gamepix', 'FAMOBI!', 'Own', 'Any', '!!!', ''])
    expect(await save({ label }), label).toEqual(refused)
  expect(await save()).toEqual({ name: 'tower-games' })
  expect(await save({ label: 'tower  games' })).toEqual({ refused: 'There is already a provider called “tower games”' })
  await createGames([{ provider: 'left-over' }])
  expect(await save({ label: 'Left over' })).toEqual(refused)
  expect(await save({ name: 'gamepix' })).toEqual(refused)
  expect(await save({ name: 'unknown' })).toEqual(refused)
  expect(await database().select().from(feedProviders)).toHaveLength(1)
})

test('a mapping needs a title and a URL, and knows no other fields', async () => {
  const refused = { refused: expect.any(String) }
  expect(await save({ mapping: { url: 'link' } })).toEqual(refused)
  expect(await save({ mapping: { title: 'name' } })).toEqual(refused)
  expect(await save({ mapping: { ...MAPPING, evil: 'x' } as never })).toEqual(refused)
  expect(await save({ mapping: { ...MAPPING, tags: 'x'.repeat(201) } })).toEqual(refused)
  expect(await database().select().from(feedProviders)).toHaveLength(0)
})

test('a provider can be changed, and its hosts stay approved', async () => {
  await save()
  const mapping = { ...MAPPING, id: 'guid' }
  const hosts = { games: ['cdn.tower.example'], pictures: [] }
  expect(await save({ name: 'tower-games', label: 'Towers <b>&', mapping, hosts })).toEqual({ name: 'tower-games' })
  const [listed] = (await listProviders()).filter(({ isBuiltIn }) => !isBuiltIn)
  expect(listed).toEqual({
    name: 'tower-games',
    label: 'Towers <b>&',
    options: [],
    hosts: { games: ['play.tower.example', 'cdn.tower.example'], pictures: ['img.tower.example'] },
    approved: { games: ['play.tower.example', 'cdn.tower.example'], pictures: ['img.tower.example'] },
    isBuiltIn: false,
    mapping,
  })
})

test('a host that is no public name is refused, and nothing is saved', async () => {
  for (const host of ['*.example', 'localhost', '10.0.0.1', 'evil.example;script-src *', 'https://a.example']) {
    for (const use of ['games', 'pictures'] as const) {
      const hosts = { games: [], pictures: [], [use]: ['fine.example', host] }
      expect(await save({ hosts })).toEqual({ refused: expect.stringContaining('not a public host name') })
      expect(await approveHosts(operator, 'gamepix', hosts)).toMatchObject({ outcome: 'forbidden' })
    }
  }
  const many = Array.from({ length: PROVIDER_LIMITS.hosts + 1 }, (_, at) => `h${at}.example`)
  expect(await save({ hosts: { games: many, pictures: [] } })).toEqual({ refused: expect.stringContaining('at most') })
  expect(await approveHosts(operator, 'gamepix', { games: many })).toMatchObject({ outcome: 'forbidden' })
  expect(await approveHosts(operator, 'gamepix', {})).toMatchObject({ outcome: 'forbidden' })
  expect(await approveHosts(operator, 'nobody', { games: ['a.example'] })).toEqual({ outcome: 'gone' })
  expect(await database().select().from(providerHosts)).toHaveLength(0)
  expect(await database().select().from(feedProviders)).toHaveLength(0)
  expect((await listAuditLog(null)).entries).toEqual([])
})

test('approved hosts add to those of a built-in provider, and can be removed again', async () => {
  expect(await approveHosts(operator, 'gamepix', { games: ['New.GamePix.example'] })).toEqual({ outcome: 'done' })
  expect((await findFeedProvider('gamepix'))!.gameHosts).toEqual(['play.gamepix.com', 'new.gamepix.example'])
  const listed = async () => (await listProviders()).find(({ name }) => name === 'gamepix')
  expect(await listed()).toMatchObject({
    label: 'GamePix',
    options: [{ name: 'sid' }],
    hosts: { games: ['play.gamepix.com', 'new.gamepix.example'], pictures: ['img.gamepix.com'] },
    approved: { games: ['new.gamepix.example'], pictures: [] },
    isBuiltIn: true,
  })
  expect(await removeHosts(operator, 'gamepix', { games: ['play.gamepix.com'] })).toEqual({ outcome: 'gone' })
  expect(await removeHosts(operator, 'gamepix', { games: ['new.gamepix.example'] })).toEqual({ outcome: 'done' })
  expect((await findFeedProvider('gamepix'))!.gameHosts).toEqual(findProvider('gamepix')!.gameHosts)
  const on = { onKind: 'provider', onId: 'gamepix', title: 'GamePix' }
  expect((await listAuditLog(null)).entries).toMatchObject([
    { act: 'hosts removed', why: 'Games: new.gamepix.example', ...on },
    { act: 'hosts approved', why: 'Games: new.gamepix.example', ...on },
  ])
})

test('every change of hosts purges the pages with games', async () => {
  const purged: string[][] = []
  let listening = () => {}
  const heard = new Promise<void>((resolve) => (listening = resolve))
  const { connection } = testDatabase
  const stop = listenForPurges({
    connection,
    onPurge: (tags) => purged.push(tags),
    onGap: () => {},
    onHearing: listening,
  })
  await heard
  await save()
  await expect.poll(() => purged.length).toBe(1)
  await approveHosts(operator, 'gamepix', { games: ['a.example'] })
  await expect.poll(() => purged.length).toBe(2)
  await removeHosts(operator, 'gamepix', { games: ['a.example'] })
  await expect.poll(() => purged).toEqual([['games'], ['games'], ['games']])
  await stop()
})

test('pages list the hosts of providers with a feed or a game', async () => {
  expect(frameHosts()).toEqual([])
  expect(approvedGameHosts()).toContain('play.gamepix.com')
  const [game] = await createGames([{ provider: 'gamepix' }])
  expect(await loadFrameHosts()).toBe(true)
  expect(frameHosts()).toEqual(['play.gamepix.com'])
  expect(await loadFrameHosts(), 'nothing has changed').toBe(false)

  await save()
  await loadFrameHosts()
  expect(frameHosts(), 'no page lists the host of an unused provider').toEqual(['play.gamepix.com'])
  expect(approvedGameHosts()).toContain('play.tower.example')
  expect(approvedGameHosts(), 'pictures are no games').not.toContain('img.tower.example')
  await database().insert(feeds).values({ name: 'Towers', provider: 'tower-games' })
  await approveHosts(operator, 'own', { games: ['mine.example'] })
  expect(await loadFrameHosts()).toBe(true)
  expect(frameHosts()).toEqual(['play.gamepix.com', 'play.tower.example', 'mine.example'])

  await database().execute(sql`update games set status = 'deleted', held_url = url, url = null where id = ${game!.id}`)
  await loadFrameHosts()
  expect(frameHosts()).toEqual(['play.tower.example', 'mine.example'])
})

test('pages list at most fifty hosts, and a new one never displaces an older one', async () => {
  await createGames([{ provider: 'gamepix' }])
  for (let at = 0; at < LISTED_HOSTS - 1; at++)
    await approveHosts(operator, 'gamepix', { games: [`h${String(99 - at).padStart(2, '0')}.example`] })
  await loadFrameHosts()
  const full = frameHosts()
  expect(full).toHaveLength(LISTED_HOSTS)
  expect(full[0]).toBe('play.gamepix.com')
  await approveHosts(operator, 'gamepix', { games: ['a-late.example'] })
  expect(await loadFrameHosts(), 'the page of a game there has another policy').toBe(true)
  expect(frameHosts()).toEqual(full)
  expect(approvedGameHosts()).toContain('a-late.example')
})

test('the label of an added provider is known once it is loaded', async () => {
  await save()
  expect(providerLabel('tower-games')).toBe('tower-games')
  await loadFrameHosts()
  expect(providerLabel('tower-games')).toBe('Tower Games')
})
