import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGames } from '../fixtures/games.ts'
import { createActor } from '../fixtures/players.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

let portal: BuiltPortal
let browser: PlainBrowser

beforeAll(async () => {
  portal = await startBuiltPortal()
  await createGames([
    { title: 'Moto Rush', slug: 'moto-rush', categories: ['Bike'], tags: ['fun', '3D'], rawCategory: 'Two Wheels' },
    {
      title: 'Pole Position',
      slug: 'pole-position',
      categories: ['Car', 'Horror'],
      tags: ['kids'],
      playsOnPhones: true,
    },
    { title: 'Lamps', slug: 'lamps', categories: ['Puzzle'], tags: ['funny'] },
  ])
  const { cookie } = await createActor({ role: 'operator', username: 'mara_v' })
  browser = openPlainBrowser(portal, cookie)
})
afterAll(() => portal?.stop())

const NAME = 'Vehicles & <b>Co</b>'
const SHOWN = 'Vehicles & &lt;b&gt;Co&lt;/b&gt;'

/** What a visitor gets; pages change on all nodes within moments. */
const visit = (path: string) => portal.send(path, { headers: { accept: 'text/html' } })
const expectSoon = (path: string) => expect.poll(async () => wordsOf(await visit(path)))

test('without script, an operator renames, describes, orders and merges categories', async () => {
  await visit('/category/car')
  await browser.goto('/admin/categories')
  expect(browser.words()).toContain('Two Wheels 1 game')
  await browser.follow('Car')
  await browser.press('Save', {
    Name: 'Vehicles & <b>Co</b>',
    Description: 'With wheels.',
    'Link to it in the menu': true,
  })
  expect(browser.words()).toContain('Saved')
  await expectSoon('/category/car').toContain(`${SHOWN} Games With wheels. 1 game Pole Position`)
  expect((await visit('/blog')).text).toContain(SHOWN.replace(' & ', ' &amp; '))
  await expectSoon('/games/pole-position').toContain(SHOWN)

  await browser.goto('/admin/categories/bike/merge')
  await browser.press('Merge', { 'Merge into': NAME })
  expect(browser.words()).toMatch(
    /Merged\. The old address redirects .*Merged into this one: Bike\. Its address redirects here/,
  )
  await expect
    .poll(async () => (await visit('/category/bike?order=a-z')).headers.location)
    .toBe('/category/car?order=a-z')
  await expectSoon('/category/car').toContain('Moto Rush')

  await browser.press('Add', { 'Name in a feed': 'Two Wheels', 'Apply to existing games': true })
  expect(browser.words()).toContain('Built in: cars, racing two-wheels')

  await browser.goto('/admin/acts')
  expect(browser.words()).toMatch(
    /changed category car .*synonym “Two Wheels” added .*merged category bike “Bike” into Vehicles/,
  )
})

test('a hidden category is named neither on the page of its game nor in the feed', async () => {
  await expectSoon('/games/pole-position').toContain('Horror')
  expect((await visit('/games/rss.xml')).text).toContain('<category>Horror</category>')
  await browser.goto('/admin/categories/horror')
  await browser.press('Save', { 'Hide it: no menu, list or filter shows it; its games stay public': true })
  await expectSoon('/games/pole-position').not.toContain('Horror')
  await expect.poll(async () => (await visit('/games/rss.xml')).text).not.toContain('Horror')
})

test('a hidden tag has no page, and a merged one redirects', async () => {
  await browser.goto('/admin/tags?q=fun')
  expect(browser.words()).toMatch(/Tags 2 tags .*fun 1 funny 1/)
  await browser.follow('funny')
  await browser.press('Continue', { 'Merge into': 'fun' })
  await browser.press('Merge', {})
  expect(browser.words()).toMatch(/Merged\. The old address redirects .*fun 2 games/)
  await expect.poll(async () => (await visit('/tags?tags=funny,3d')).headers.location).toBe('/tags?tags=fun,3D')
  await expectSoon('/tags?tags=fun').toMatch(/Lamps/)
  await browser.goto('/admin/tags/edit?tag=kids')
  await browser.press('Save', { 'Hide it: no page shows it, and its address responds with “not found”': true })
  await expect.poll(async () => (await visit('/tags?tags=kids')).status).toBe(404)
  await expectSoon('/games/pole-position').not.toContain('kids')
  await browser.goto('/admin/tags/edit?tag=fun')
  await browser.press('Save', { 'Hide it: no page shows it, and its address responds with “not found”': true })
  await expect.poll(async () => (await visit('/tags?tags=funny')).status).toBe(404)
})

test('collections by a rule and by hand have pages until they are hidden', async () => {
  await browser.goto('/admin/collections/new')
  await browser.press('Create', { Name: 'On the road', 'By a rule': true, Categories: 'Puzzle' })
  expect(browser.words()).toContain('Collection created')
  await expectSoon('/collections/on-the-road').toContain('On the road 1 game Lamps')
  await expectSoon('/categories').toContain('On the road')
  expect((await visit('/sitemaps/categories.xml')).text).toContain('/collections/on-the-road')
  await browser.follow('Add to the home page')
  expect(browser.at()).toMatch(/^\/admin\/home-page\?collection=\d+#add-row$/)
  expect(browser.text()).toMatch(/<option value="\d+" selected="">On the road/)

  await browser.goto('/admin/collections/new')
  await browser.press('Create', { Name: 'Staff picks', 'Picked by hand': true, Description: 'Ours.' })
  for (const title of ['Lamps', 'Moto Rush']) {
    await browser.press('Search', { 'Find games to add': title })
    await browser.press(`Add ${title}`)
  }
  await browser.press('Move Moto Rush up', {})
  expect(browser.words()).toMatch(/2 games .*Moto Rush .*Lamps/)
  await expectSoon('/collections/staff-picks').toMatch(/Staff picks Ours\. 2 games .*Moto Rush .*Lamps/)
  await browser.press('Save', { 'Hide it: no page shows or links to it': true })
  await expect.poll(async () => (await visit('/collections/staff-picks')).status).toBe(404)
  expect((await visit('/sitemaps/categories.xml')).text).not.toContain('staff-picks')
})
