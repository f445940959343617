import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { gameDays } from '../../app/db/schema/game-management.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { createGames } from '../fixtures/games.ts'
import { createActor } from '../fixtures/players.ts'
import { type BuiltPortal, closeAll, startBuiltPortal } from '../portal/built-portal.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

let portal: BuiltPortal
let browser: PlainBrowser
let cookie: string

beforeAll(async () => {
  portal = await startBuiltPortal()
  await createGames([
    ...Array.from({ length: 60 }, (_, at) => ({ title: `Slot machine ${at}`, slug: `slot-${at}`, tags: ['casino'] })),
    { title: 'Lamps', slug: 'lamps', provider: 'own', categories: ['Puzzle'] },
  ])
  ;({ cookie } = await createActor({ role: 'operator', username: 'mara_v' }))
  browser = openPlainBrowser(portal, cookie)
})
afterAll(() => portal?.stop())

const askJson = async (at: string, as?: string) => {
  const { status, text } = await portal.openBrowser().get(at, as ? { cookie: as } : {})
  return { status, data: status === 200 ? (JSON.parse(text) as unknown) : null }
}

const statusOf = async (slug: string) =>
  (await database().select({ status: games.status }).from(games).where(eq(games.slug, slug)))[0]?.status

test('without script, an operator filters games, hides all that match with one action, and undoes it', async () => {
  await browser.goto('/admin/games')
  expect(browser.words()).toMatch(/Games 61 games .*Lamps Own games Puzzle Published 0 0/)
  await browser.press('Apply', { Tag: 'Casino' })
  expect(browser.words()).toMatch(/Games 60 games .*Tag: casino/)
  await browser.press('Continue', { 'All 60 games, not only this page': true, Action: 'Hide' })
  expect(browser.words()).toContain('Hide 60 games? Tag: casino')
  await browser.press('Hide 60 games', { Reason: 'Gambling' })
  expect(browser.words()).toMatch(/60 games hidden: Slot machine 59, .* and 57 more\. Details Undo/)
  expect([await statusOf('slot-3'), await statusOf('lamps')]).toEqual(['hidden', 'published'])
  await expect.poll(async () => (await portal.send('/games/slot-3')).status).toBe(404)

  await browser.goto('/admin/acts')
  expect(browser.words()).toMatch(/hidden bulk action 1 60 games \(Tag: casino\): .* and 55 more\. Reason: Gambling/)
  await browser.follow('1')
  expect(browser.words()).toMatch(
    /Hide 60 games hidden: .*57 more\. Undo .*By mara_v Reason Gambling Filter Tag: casino/,
  )
  await browser.press('Undo')
  expect(browser.words()).toContain('Undone: 60 games restored: Slot machine 59')
  expect(await statusOf('slot-3')).toBe('published')
  await expect.poll(async () => (await portal.send('/games/slot-3')).status).toBe(200)
})

test('without script, a game leads back to the filtered table, and the notice of an action can be closed', async () => {
  await browser.goto('/admin/games?tag=casino&sort=title')
  await browser.follow('Slot machine 0')
  await browser.press('Hide the game', { Reason: 'Test' })
  expect(browser.words()).toContain('Hidden. No list shows it')
  await browser.follow('Delete...')
  await browser.press('Delete the game', { Reason: 'Test' })
  await browser.follow('Back to the games')
  expect(browser.words()).toMatch(/Games 59 games .*Tag: casino/)
  await browser.press('Continue', { 'Select Slot machine 1': true, Action: 'Feature' })
  await browser.press('Feature 1 game')
  expect(browser.words()).toMatch(/Tag: casino/)
  expect(browser.words()).toContain('1 game featured: Slot machine 1. Details Undo')
  await browser.press('Close this notice')
  expect(browser.words()).toMatch(/59 games .*Tag: casino/)
  expect(browser.words()).not.toContain('1 game featured')
})

test('without script, publishing leaves out the games that rules hold, unless the operator unticks it', async () => {
  const held = {
    status: 'pending' as const,
    url: null,
    heldUrl: 'https://html5.gamemonetize.com/x/',
    tags: ['reviewed'],
  }
  await createGames([
    { ...held, title: 'Pirate Reels', slug: 'pirate-reels', statusReason: 'Rule: Gambling', ageRating: '18' },
    { ...held, title: 'Snail Road', slug: 'snail-road' },
  ])
  await browser.goto('/admin/games?ruled=1&age=18')
  expect(browser.words()).toMatch(/Games 1 game .*Pirate Reels .*Pending review Rule: Gambling 18\+/)
  await browser.follow('Pirate Reels')
  expect(browser.words()).toContain('The rule “Gambling” of its feed holds this game.')
  const publish = async () => {
    await browser.goto('/admin/games?tag=reviewed')
    await browser.press('Continue', {
      'Select Pirate Reels': true,
      'Select Snail Road': true,
      Action: 'Publish',
    })
    expect(browser.words()).toContain('Publish 2 games?')
  }
  await publish()
  expect(browser.words()).toContain('1 of them is held by rules: Pirate Reels (Gambling)')
  await browser.press('Publish')
  expect(browser.words()).toContain('1 left out: held by a rule, or published already.')
  expect([await statusOf('pirate-reels'), await statusOf('snail-road')]).toEqual(['pending', 'published'])
  await publish()
  await browser.press('Publish', { 'Leave this out': false })
  expect(await statusOf('pirate-reels')).toBe('published')
})

test('a game leads back to no page outside the console', async () => {
  for (const back of [
    '//evil.example/admin/',
    'https://evil.example/admin/games',
    '/login',
    '/games',
    '/administrator',
  ]) {
    const at = `/admin/games/1?back=${encodeURIComponent(back)}`
    const { text } = await portal.openBrowser().get(at, { cookie })
    expect(text, back).toContain('<a class="back-link" href="/admin/games">')
  }
})

test('a game that is not public has a stage and a probe for operators only', async () => {
  const [held] = await createGames([{ status: 'hidden', url: null, heldUrl: '/play/lamps/', provider: 'own' }])
  const { id } = held!
  expect(await askJson(`/admin/games/${id}/stage`)).toEqual({ status: 404, data: null })
  expect(await askJson(`/admin/games/${id}/stage`, cookie)).toMatchObject({
    data: { id, frame: { src: '/play/lamps/', isSelfHosted: true } },
  })
  expect((await askJson(`/game/${id}/probe`)).status).toBe(404)
  expect(await askJson(`/game/${id}/probe`, cookie)).toEqual({ status: 200, data: { address: 'up' } })
})

test('a failed start that a page reports is one of the day', async () => {
  const [game] = await createGames([{}])
  const report = () => portal.openBrowser().post(`/game/${game!.id}/failures`, {})
  expect((await report()).status).toBe(204)
  await closeAll()
  const days = await database().select().from(gameDays).where(eq(gameDays.gameId, game!.id))
  expect(days).toMatchObject([{ plays: 0, failures: 1 }])
})
