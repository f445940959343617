import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { gameReports } from '../../app/db/schema/game-health.server.ts'
import { gameDays } from '../../app/db/schema/game-management.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { refreshAllSuspects } from '../../app/games/health/suspects.server.ts'
import { createGame, emptyCatalogue } from '../fixtures/games.ts'
import { createActor } from '../fixtures/players.ts'
import { type BuiltPortal, closeAll, startBuiltPortal } from '../portal/built-portal.ts'
import { openPlainBrowser } from './plain-browser.ts'

/** Visitors report games, and operators decide about broken ones, without script (docs/product.md#broken-games). */

let portal: BuiltPortal
let cookie: string
let server: Server
let status = 404

beforeAll(async () => {
  portal = await startBuiltPortal({ LOCAL_FEEDS: 'on' })
  ;({ cookie } = await createActor({ role: 'operator', username: 'mara_v' }))
  server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
beforeEach(emptyCatalogue)
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await portal?.stop()
})

const add = (title: string) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${title.toLowerCase()}/`
  return createGame({ title, slug: title.toLowerCase(), url })
}
const statusOf = async (id: number) =>
  (await database().select({ status: games.status }).from(games).where(eq(games.id, id)))[0]?.status
const open = async (at = '/admin/broken-games') => {
  const browser = openPlainBrowser(portal, cookie)
  await browser.goto(at)
  return browser
}

test('visitors report a game on its page, and an operator dismisses and hides it', async () => {
  const { id } = await add('Doors')
  for (let visitor = 0; visitor < 3; visitor++) {
    const browser = openPlainBrowser(portal)
    await browser.goto('/games/doors')
    await browser.follow('Report this game')
    await browser.press('Send the report')
    expect(browser.words()).toContain('Please choose a reason')
    await browser.press('Send the report', { 'It does not load': true })
    expect(browser.words()).toContain('Thank you. We will check this game')
    expect(browser.words()).toContain('Doors - Play Free Online Game')
  }
  await refreshAllSuspects()
  const operator = await open()
  expect(operator.textsOf('a')).toContain('Broken games1 suspect or quarantined')
  expect(operator.words()).toContain('Reported: 3 times “It does not load”')
  await operator.press('Dismiss: Doors')
  expect(operator.words()).toContain('1 warning dismissed')
  expect(operator.words()).toContain('No broken games')
  expect(await database().select().from(gameReports)).toEqual([])

  await database().execute(sql`truncate game_problem_marks`)
  const [again] = [openPlainBrowser(portal)]
  await again.goto('/games/doors/report')
  await again.press('Send the report', { 'It is offensive': true })
  await operator.follow('All reported games')
  expect(operator.words()).toContain('once “It is offensive”')
  await operator.press('Hide the game', { Reason: 'Offensive' })
  expect(operator.words()).toContain('1 game hidden')
  expect(await statusOf(id)).toBe('hidden')
  await expect.poll(async () => (await portal.send('/games/doors/report')).status).toBe(404)
  await operator.goto('/admin/acts')
  expect(operator.words()).toContain('mara_v warning dismissed')
})

test('a game whose address is gone is quarantined, and returns when an operator checks it again', async () => {
  status = 404
  const { id } = await add('Lamps')
  const edit = await open(`/admin/games/${id}`)
  expect(edit.words()).not.toContain('Does it work?')
  await database().execute(sql`insert into game_reports values (${id}, 'other', 1)`)
  await database().execute(sql`insert into game_health (game_id, host) values (${id}, 'unknown.example')`)
  const operator = await open('/admin/broken-games?list=reported')
  await operator.press('Check again: Lamps')
  expect(operator.words()).toContain('Lamps: the address no longer exists (404 Not Found)')
  await database().execute(sql`update game_health set checked_at = checked_at - interval '1 hour'`)
  await operator.press('Check again: Lamps')
  expect(operator.words()).toContain('the address no longer exists (404 Not Found). It is quarantined')
  expect(await statusOf(id)).toBe('quarantined')
  await expect.poll(async () => (await portal.send('/games/lamps')).status).toBe(404)
  await edit.goto(`/admin/games/${id}`)
  expect(edit.words()).toMatch(/Does it work\? Checked .*2 checks in a row/)

  status = 200
  await operator.goto('/admin/broken-games?list=quarantined')
  await operator.press('Check again: Lamps')
  expect(operator.words()).toContain('Lamps: the address works. It is public again')
  await expect.poll(async () => (await portal.send('/games/lamps')).status).toBe(200)
})

test('several selected games are hidden at once', async () => {
  const [one, two] = [await add('Lamps'), await add('Doors')]
  await database().execute(sql`insert into game_health (game_id, host, suspect_at) values
    (${one.id}, 'one.example', now()), (${two.id}, 'two.example', now())`)
  const operator = await open()
  await operator.press('Dismiss')
  expect(operator.words()).toContain('Select games first')
  await operator.press('Hide the selected games', { 'Select Lamps': true, 'Select Doors': true, Reason: 'Broken' })
  expect(operator.words()).toContain('2 games hidden')
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['hidden', 'hidden'])
})

test('a visit that ends at once is one of the day', async () => {
  const { id } = await add('Lamps')
  const { status: answered } = await portal.openBrowser().post(`/game/${id}/short-visits`, {})
  expect(answered).toBe(204)
  await closeAll()
  const days = await database().select().from(gameDays).where(eq(gameDays.gameId, id))
  expect(days).toMatchObject([{ plays: 0, failures: 0, shortVisits: 1 }])
})
