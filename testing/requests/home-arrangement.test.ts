import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGames, daysAgo } from '../fixtures/games.ts'
import { type Actor, createActor, NOT_NEW } from '../fixtures/players.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { openPlainBrowser } from './plain-browser.ts'

/** Arranging the home page, without script (docs/product.md#arranging-the-home-page). */

let portal: BuiltPortal
let mara: Actor
let jo: Actor

beforeAll(async () => {
  portal = await startBuiltPortal()
  mara = await createActor({ ...NOT_NEW, username: 'mara_v', role: 'operator' })
  jo = await createActor({ ...NOT_NEW, username: 'jo_lee', role: 'operator' })
  await createGames(
    Array.from({ length: 40 }, (_, at) => ({ title: `Lamps ${at}`, createdAt: daysAgo(10 + at), views: 40 - at })),
  )
})
afterAll(() => portal?.stop())

async function open(as: Actor) {
  const browser = openPlainBrowser(portal, as.cookie)
  await browser.goto('/admin/home-page')
  return browser
}

/** The titles of rows on the page that all visitors get, which is cached. */
async function titles(): Promise<string[]> {
  const visitor = openPlainBrowser(portal)
  await visitor.goto('/')
  return visitor.textsOf('h2').filter((title) => !/^Lamps \d+$/.test(title))
}

test('visitors see the published arrangement at once, and the automatic page again once it is restored', async () => {
  const automatic = await titles()
  expect(automatic).toContain('New Games')
  const html = (await portal.send('/')).text

  const browser = await open(mara)
  expect(browser.words()).toContain('The home page is automatic')
  await browser.press('Move Top Rated up')
  expect(browser.at()).toBe('/admin/home-page#row-top-rated')
  await browser.press('Switch off Featured Games')
  await browser.follow('Edit Popular Games')
  await browser.press('Save title', { 'Title of the row': 'Everyone’s choice' })
  await browser.enter('Search titles', 'lamps 39')
  await browser.press('Add Lamps 39')
  expect(browser.words()).toContain('1 of at most 24')
  await browser.press('Remove Lamps 39')
  expect(browser.words()).toContain('Removed from your draft. Publish it to show it to visitors')
  await browser.press('Add Lamps 39')
  await browser.follow('Home page')
  expect(browser.words()).toContain('You have changes that are not published')
  expect((await portal.send('/')).text).toBe(html)

  await browser.follow('Preview')
  expect(browser.textsOf('h2')).toContain('Everyone’s choice')
  expect(browser.text()).toContain('<meta name="robots" content="noindex')
  await browser.press('Publish')
  expect(browser.words()).toContain('Published. Visitors see it now')
  expect(browser.words()).toMatch(/mara_v published: .*Featured Games switched off, Popular Games renamed/)
  await expect.poll(titles).toContain('Everyone’s choice')
  const arranged = await titles()
  expect(arranged).not.toContain('Featured Games')
  expect(arranged.indexOf('Top Rated')).toBe(arranged.indexOf('New Games') - 1)

  await browser.press('Restore the automatic home page')
  expect(browser.words()).toContain('Restored. Visitors see this version now')
  await expect.poll(titles).toEqual(automatic)
})

test('of two operators, the second is offered both versions and publishes only after a choice', async () => {
  const [first, second] = [await open(mara), await open(jo)]
  await first.press('Switch off New Games')
  await second.press('Switch off Popular Games')
  await first.press('Publish')
  await second.press('Publish')
  expect(second.status()).toBe(409)
  expect(second.words()).toMatch(/mara_v published a newer version of the home page\. Check it first/)
  expect(second.words()).toMatch(/Two versions of the home page mara_v published a version/)
  await expect.poll(titles).not.toContain('New Games')
  expect(await titles()).toContain('Popular Games')

  await second.press('Keep mine')
  await second.press('Publish')
  await expect.poll(titles).not.toContain('Popular Games')
  expect(await titles()).toContain('New Games')
})
