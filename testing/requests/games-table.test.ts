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
  expect(browser.words()).toMatch(/Games 61 games .*Lamps Self-hosted Puzzle Published 0 0/)
  await browser.press('Apply', { Tag: 'Casino' })
  expect(browser.words()).toMatch(/Games 60 games .*Tag: casino/)
  await browser.press('Continue', { 'All 60 games, not only this page': true, Action: 'Hide' })
  expect(browser.words()).toContain('Hide 60 games? Tag: casino')
  await browser.press('Hide 60 games', { Reason: 'Gambling' })
  expect(browser.words()).toContain('60 games hidden. Details Undo')
  expect([await statusOf('slot-3'), await statusOf('lamps')]).toEqual(['hidden', 'published'])
  await expect.poll(async () => (await portal.send('/games/slot-3')).status).toBe(404)

  await browser.goto('/admin/acts')
  expect(browser.words()).toMatch(/hidden bulk action 1 60 games \(Tag: casino\): .* and 55 more\. Reason: Gambling/)
  await browser.follow('1')
  expect(browser.words()).toMatch(/Hide 60 games hidden\. Undo .*By mara_v Reason Gambling Filter Tag: casino/)
  await browser.press('Undo')
  expect(browser.words()).toContain('Undone: 60 games restored.')
  expect(await statusOf('slot-3')).toBe('published')
  await expect.poll(async () => (await portal.send('/games/slot-3')).status).toBe(200)
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
