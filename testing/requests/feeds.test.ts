import { createServer, type Server } from 'node:http'
import { asc, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { JOBS } from '../../app/jobs.server.ts'
import { workOn } from '../../app/server/jobs/jobs.server.ts'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { createActor } from '../fixtures/players.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

/** Feeds in the console, without JavaScript. Jobs read invented feeds from a server of the test. */

let portal: BuiltPortal
let browser: PlainBrowser
let server: Server
let site: string
/** What the server has at each path. */
const served = new Map<string, string>()
const requested: string[] = []

beforeAll(async () => {
  portal = await startBuiltPortal({ LOCAL_FEEDS: 'on' })
  const { cookie } = await createActor({ role: 'operator', username: 'mara_v' })
  browser = openPlainBrowser(portal, cookie)
  server = createServer((request, response) => {
    requested.push(request.url ?? '')
    const body = served.get(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  await workOn(JOBS)
})
afterAll(async () => {
  server?.close()
  await portal?.stop()
})

/** Opens the current page again until it shows a text. */
const shows = (text: RegExp) =>
  expect
    .poll(async () => {
      await browser.goto(browser.at())
      return browser.words()
    })
    .toMatch(text)

const titles = async (provider: string) =>
  (
    await database()
      .select({ title: games.title, status: games.status })
      .from(games)
      .where(eq(games.provider, provider))
      .orderBy(asc(games.id))
  ).map(({ title, status }) => `${title}: ${status}`)

test('an operator adds a feed, leaves out a game, applies its plan, runs it again and undoes the run', async () => {
  const feed = inventedFeed(12)
  served.set('/arcade.json', JSON.stringify(feed))
  await browser.goto('/admin/feeds')
  expect(browser.words()).toContain('No feeds yet')
  await browser.follow('Add your first feed')
  await browser.press('Continue', { GameMonetize: true, Address: `${site}/missing.json` })
  expect(browser.status()).toBe(400)
  expect(browser.words()).toContain('This feed answered 404')
  await browser.press('Continue', { GameMonetize: true, Address: `${site}/arcade.json` })
  expect(browser.words()).toMatch(/Add a feed of GameMonetize Step 2 of 2 .*Ladders & Snails/)
  await browser.press('Save and make a plan', { Name: 'Arcade' })
  expect(browser.at()).toMatch(/^\/admin\/feeds\/runs\/\d+$/)
  await shows(/Pending review/)
  expect(browser.words()).toMatch(/12 New 0 Changed .*New games will be held for review.* Apply 12 changes/)

  const other = openPlainBrowser(portal, (await createActor({ role: 'operator' })).cookie)
  await other.goto(browser.at())
  await browser.press('Save the choice on this page', { 'Include Turbo Blocks': false })
  expect(browser.words()).toContain('Apply 11 changes')
  // Another operator, whose page still has it ticked, changes another tick.
  await other.press('Save the choice on this page', { 'Include Turbo Hoops': false })
  expect(other.words()).toContain('Apply 10 changes')
  await other.press('Save the choice on this page', { 'Include Turbo Hoops': true })
  expect(other.words()).toContain('Apply 11 changes')
  await browser.goto(browser.at())
  await browser.press('Apply 11 changes')
  await shows(/Applied 11 changes\. 1 was left out\./)
  const stored = await titles('gamemonetize')
  expect(stored).toHaveLength(11)
  expect(stored[0]).toBe('Ladders & Snails: pending')
  expect(stored.join()).not.toContain('Turbo Blocks')

  feed[0]!.title = 'Ladders &amp; Slides'
  served.set('/arcade.json', JSON.stringify(feed))
  await browser.goto('/admin/feeds')
  expect(browser.words()).toMatch(/Arcade GameMonetize, holds for review .*Applied/)
  await browser.press(/^Run now/)
  await shows(/Pending review/)
  expect(browser.words()).toMatch(/1 New 1 Changed .*Title Before: Ladders & Snails After: Ladders & Slides/)
  await browser.press('Apply 2 changes')
  await shows(/Applied 2 changes\./)
  expect((await titles('gamemonetize'))[0]).toBe('Ladders & Slides: pending')

  await browser.follow('Undo this run...')
  expect(browser.words()).toContain('1 new game will be hidden, and 1 changed game will be restored')
  await browser.press('Undo the run')
  await shows(/Undone\. Its new games are hidden/)
  const undone = await titles('gamemonetize')
  expect([undone[0], undone.at(-1)]).toEqual(['Ladders & Snails: pending', 'Turbo Blocks: hidden'])

  await browser.goto('/admin/acts')
  expect(browser.words()).toMatch(/undone feed run 2 “Arcade” .*added feed 1 “Arcade” .*Schedule: Daily/)
})

test('the fields of any other feed are guessed, chosen and saved as a provider with the approved hosts', async () => {
  const entries = ['Doors', 'Lamps', 'Stairs'].map((title, at) => ({
    headline: title,
    name: `internal ${at}`,
    link: `https://games.example.com/${title.toLowerCase()}/`,
    art: `https://img.example.org/${at}.jpg`,
  }))
  served.set('/own.json', JSON.stringify({ items: entries }))
  await browser.goto('/admin/feeds/new')
  await browser.press('Continue', {
    'Any JSON, CSV, RSS or Atom feed You map its fields to the fields of a game.': true,
    Address: `${site}/own.json`,
  })
  expect(browser.words()).toContain('internal 0')
  await browser.press('Preview', { Title: 'headline: Doors', Picture: 'art: https://img.example.org/0.jpg' })
  expect(browser.words()).toMatch(/First games .*Doors .*Plays at https:\/\/games\.example\.com\/doors\//)
  const fields = { 'Provider’s name': 'Stairwell', Name: 'Stairs', Schedule: 'Every week' }
  await browser.press('Save and make a plan', {
    ...fields,
    'games.example.com 3 entries': true,
  })
  await shows(/Pending review/)
  await browser.press('Apply 3 changes')
  await shows(/Applied 3 changes\./)
  expect(await titles('stairwell')).toEqual(['Doors: pending', 'Lamps: pending', 'Stairs: pending'])
  // The host of the pictures is not approved.
  const [pictured] = await database().select().from(games).where(like(games.imageUrl, '%img.example.org%'))
  expect(pictured).toBeUndefined()

  await browser.goto('/admin/feeds')
  await browser.follow('Stairs')
  expect(browser.words()).toMatch(/Fields of Stairwell Play URL link Title headline/)
  await browser.follow('Change fields...')
  await browser.press('Preview', { Title: 'name: internal 0' })
  expect(browser.words()).toMatch(/First games .*internal 0 .*Plays at https:\/\/games\.example\.com\/doors\//)
  await browser.press('Save fields')
  expect(browser.words()).toContain('Fields saved. The next run uses them')
  expect(browser.words()).toMatch(/Fields of Stairwell Play URL link Title name/)

  const http = { name: 'internal 3', link: 'http://games.example.com/attic/' }
  served.set('/own.json', JSON.stringify({ items: [...entries, http] }))
  await browser.press(/^Run now/)
  await shows(/Pending review/)
  expect(browser.words()).toMatch(/Rejected Entry 4 http:\/\/games\.example\.com\/attic\/ The play URL is not an https/)
  await browser.press('Apply 3 changes')
  await shows(/Applied 3 changes\./)
  await browser.follow('Stairs')
  await browser.press(/^Run now/)
  await shows(/No changes\. The portal’s games already match the feed\./)
  expect(browser.words()).not.toContain('Leave all out')
  await browser.goto('/admin/feeds')
  expect(browser.words()).toMatch(/Stairs Stairwell, .*No changes.* 3 unchanged and 1 rejected/)
  await browser.goto('/admin/games?provider=stairwell')
  expect(browser.words()).toContain('Provider: Stairwell')
})

test('a link on another site fills in the first step, and makes the portal fetch nothing', async () => {
  served.set('/linked.json', JSON.stringify(inventedFeed(2)))
  const address = `${site}/linked.json`
  const { cookie } = await createActor({ role: 'operator' })
  const open = (headers: Record<string, string>) =>
    portal.send(`/admin/feeds/new?${new URLSearchParams({ provider: 'any', address }).toString()}`, {
      headers: { accept: 'text/html', cookie, ...headers },
    })
  const foreign: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { referer: 'https://elsewhere.example/' },
  ]
  for (const headers of foreign) {
    const { status, text } = await open(headers)
    expect([status, text.includes('Where the feed is'), text.includes(address)], JSON.stringify(headers)).toEqual([
      200,
      true,
      true,
    ])
  }
  expect(requested).not.toContain('/linked.json')
  expect((await open({ 'sec-fetch-site': 'same-origin' })).text).toContain('Ladders &amp; Snails')
  expect(requested).toContain('/linked.json')
})

test('an operator uploads a file, changes settings and rules, and deletes the feed; its games stay', async () => {
  // Games that no other test has imported.
  const feed = inventedFeed(23).slice(20)
  feed[0]!.title = 'Ladders of the North'
  const file = new File([JSON.stringify(feed)], 'games.json')
  await browser.goto('/admin/feeds/new')
  await browser.press('Continue', { GameMonetize: true, File: file })
  await browser.press('Save and make a plan', { Name: 'From a file' })
  await shows(/Pending review/)
  await browser.press('Discard the plan')
  expect(browser.words()).toContain('Discarded. Nothing has changed')

  await browser.follow('From a file')
  const old = openPlainBrowser(portal, (await createActor({ role: 'operator' })).cookie)
  await old.goto(browser.at())
  await browser.press('Save changes', { Name: 'Three games', Schedule: 'Every day' })
  expect(browser.words()).toMatch(/Saved\. The next run uses these settings .*Three games/)
  await old.press('Save changes', { Name: 'Four games' })
  expect([old.status(), old.words()]).toEqual([409, expect.stringContaining('Another operator changed or deleted')])

  await browser.follow(/^Rules/)
  await browser.press('Add the rule', { Name: 'No ladders', 'Words or phrases': 'ladders', Status: 'Hide' })
  expect(browser.words()).toMatch(/Rules saved.* No ladders Hide Words: ladders/)
  await browser.press(/^Run now/)
  await shows(/Pending review/)
  await browser.press('Apply 3 changes')
  await shows(/Applied 3 changes\./)
  const applied = (await titles('gamemonetize')).slice(-3)
  expect(applied).toContain('Ladders of the North: hidden')
  await browser.follow('Three games')
  await browser.follow('Delete...')
  expect(browser.words()).toContain('Delete the feed Three games?')
  await browser.press('Delete the feed')
  expect(browser.at()).toBe('/admin/feeds')
  expect(browser.words()).toContain('Feed deleted. Its games stay')
  expect((await titles('gamemonetize')).slice(-3)).toEqual(applied)
})
