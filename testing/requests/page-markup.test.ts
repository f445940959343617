import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { visit } from 'unist-util-visit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishStarterPosts } from '../../app/blog/publishing/starter-posts.server.ts'
import { createGames, daysAgo } from '../fixtures/games.ts'
import { createActor } from '../fixtures/players.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { openPlainBrowser } from './plain-browser.ts'

/** The markup of pages without script: headings, pictures, links of not-found pages. */

let portal: BuiltPortal
beforeAll(async () => {
  portal = await startBuiltPortal()
  const categories = ['Action', 'Adventure', 'Car', 'Puzzle', 'Sports', 'Shooting', 'Stickman', '2 Player']
  await createGames([
    ...Array.from({ length: 600 }, (_, at) => ({
      categories: [categories[at % categories.length]!],
      tags: at % 3 ? [] : ['Endless'],
      createdAt: daysAgo(10 + at / 1000),
      views: 600 - at,
      imageUrl: `https://img.gamemonetize.com/${at}/512x384.jpg`,
    })),
    { slug: 'lamplighter', title: 'Lamplighter', isOriginal: true, provider: 'own' },
  ])
}, 60_000)
afterAll(() => portal?.stop())

/** The attributes of all elements of one name within those of another, in document order. */
async function readAll(at: string, within: string, tag: string): Promise<Record<string, string>[]> {
  const { text } = await portal.openBrowser().get(at)
  const found: Record<string, string>[] = []
  visit(fromHtml(text), { tagName: within }, (outer) => {
    visit(outer, { tagName: tag }, ({ properties }: Element) => {
      found.push(Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, String(value)])))
    })
  })
  return found
}

test('the home page contains its rows', async () => {
  const browser = openPlainBrowser(portal)
  await browser.goto('/')
  expect(browser.textsOf('h2')).toEqual(
    expect.arrayContaining(['Featured Games', 'Explore by Category', 'New Games', 'Top Rated', 'Action', 'Stickman', 'Popular Games']),
  ) // prettier-ignore
  const links = (await readAll('/', 'main', 'a')).map(({ href = '' }) => href)
  expect(links).toContain('/games/lamplighter#daily')
  const games = links.filter((href) => href.startsWith('/games/')).map((href) => href.split('#')[0]!)
  expect(games.length).toBeGreaterThan(100)
})

test('pictures of the home page have sizes; the first row loads eagerly, the others lazily', async () => {
  const pictures = await readAll('/', 'main', 'img')
  expect(pictures.length).toBeGreaterThan(100)
  expect(pictures.filter(({ width, height }) => !Number(width) || !Number(height))).toEqual([])
  const isLate = pictures.map(({ loading }) => loading === 'lazy')
  expect(isLate.slice(0, 5)).toEqual([false, false, false, false, false])
  expect(isLate.filter((late) => !late).length).toBeLessThan(14)
  // Preloads in the head would load before fonts, and also in the size for other screens.
  expect((await readAll('/', 'html', 'link')).filter(({ rel, as }) => rel === 'preload' && as === 'image')).toEqual([])
})

test('the title of a game comes before other games in reading order', async () => {
  const { text } = await portal.openBrowser().get('/games/lamplighter')
  const [title, others] = [text.indexOf('<h1'), text.indexOf('More Great Games')]
  expect(title).toBeGreaterThan(0)
  expect(others).toBeGreaterThan(title)
})

test('every page links to the icons and the manifest, which exist', async () => {
  const linked = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']
  for (const at of ['/', '/games/lamplighter', '/no/such/page']) {
    const links = (await readAll(at, 'head', 'link')).filter(({ rel }) => /icon|manifest/.test(rel ?? ''))
    expect(links.map(({ href }) => href), at).toEqual(linked) // prettier-ignore
  }
  const { icons } = JSON.parse((await portal.send('/manifest.webmanifest')).text) as { icons: { src: string }[] }
  for (const file of [...linked.slice(0, 3), ...icons.map(({ src }) => src)])
    expect(existsSync(path.join('public', file)), file).toBe(true)
})

test('the pictures of a blog post come from the site with sizes, and those in its text load lazily', async () => {
  await publishStarterPosts()
  const pictures = await readAll('/blog/how-the-originals-were-made', 'article', 'img')
  const read = pictures.map(({ src, width, height, loading }) => [
    src?.[0],
    Number(width) > 0,
    Number(height) > 0,
    loading,
  ])
  expect(read).toEqual([
    ['/', true, true, undefined],
    ['/', true, true, 'lazy'],
    ['/', true, true, 'lazy'],
  ])
})

test.each([
  ['/nowhere', 'Oops! Game not found', 'Browse Games', '/'],
  ['/games/no-such-game', "Game Not Found - But Don't Give Up!", 'Discover Amazing Games', '/games'],
  ['/blog/no-such-post', 'Blog Post Not Found', 'Back to Blog', '/blog'],
])('%s is not found, and the page links onward', async (at, heading, link, to) => {
  for (const cookie of ['', (await createActor()).cookie]) {
    const browser = openPlainBrowser(portal, cookie)
    await browser.goto(at)
    expect([browser.status(), browser.textsOf('h1', 'h2')]).toEqual([404, expect.arrayContaining([heading])])
    await browser.follow(link)
    expect([browser.status(), browser.at()]).toEqual([200, to])
  }
})
