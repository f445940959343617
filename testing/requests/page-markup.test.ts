import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { visit } from 'unist-util-visit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { COOKIES, LOCAL_STORAGE, SESSION_STORAGE } from '../../app/data-inventory/browser-storage.ts'
import { PLAYER_DATA } from '../../app/data-inventory/player-data.server.ts'
import { publishStarterPosts } from '../../app/blog/publishing/starter-posts.server.ts'
import { createGames, daysAgo } from '../fixtures/games.ts'
import { createActor } from '../fixtures/players.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { openPlainBrowser } from './plain-browser.ts'

/** The markup of pages without script: headings, pictures, links of not-found pages, policies, structured data. */

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
})
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

test('the title of each card has the direction of its language', async () => {
  const spans = await readAll('/games', 'main', 'span')
  const titles = spans.filter(({ className }) => className === 'card-title')
  expect(titles.length).toBeGreaterThan(100)
  expect(new Set(titles.map(({ dir }) => dir))).toEqual(new Set(['auto']))
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

test('the policies show every item of the data inventory', async () => {
  const [privacy, cookies] = [
    wordsOf(await portal.send('/privacy-policy')),
    wordsOf(await portal.send('/cookie-policy')),
  ]
  for (const { name } of [...COOKIES, ...LOCAL_STORAGE, ...SESSION_STORAGE])
    for (const words of [privacy, cookies]) expect(words).toContain(name.replace('*', '…'))
  for (const { title } of Object.values(PLAYER_DATA)) expect(privacy).toContain(title)
  expect(privacy).toContain('a hash of your password that cannot be reversed')
})

// Structured data, in the formats that search engines document

const address = z.url().startsWith(`${SITE}/`)
const words = z.string().trim().min(1)
const context = z.literal('https://schema.org')
const thing = <Name extends string>(name: Name) => z.strictObject({ '@context': context, '@type': z.literal(name) })
const part = <Name extends string>(name: Name) => z.strictObject({ '@type': z.literal(name) })

const organization = {
  '@id': z.literal(`${SITE}/#organization`),
  name: z.literal('Playhall'),
  url: z.literal(`${SITE}/`),
  logo: address,
  contactPoint: part('ContactPoint').extend({ contactType: words, url: z.url(), email: z.email().optional() }),
  sameAs: z.array(z.url()).min(1).optional(),
}

const SHAPES = {
  Organization: thing('Organization').extend(organization),
  WebSite: thing('WebSite').extend({
    '@id': z.literal(`${SITE}/#website`),
    name: z.literal('Playhall'),
    url: z.literal(`${SITE}/`),
    publisher: z.strictObject({ '@id': z.literal(`${SITE}/#organization`) }),
    potentialAction: part('SearchAction').extend({
      target: part('EntryPoint').extend({ urlTemplate: z.literal(`${SITE}/games?q={search_term_string}`) }),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
  AboutPage: thing('AboutPage').extend({
    name: words,
    description: words,
    url: z.literal(`${SITE}/about`),
    isPartOf: z.strictObject({ '@id': z.literal(`${SITE}/#website`) }),
    mainEntity: part('Organization').extend(organization),
  }),
  FAQPage: thing('FAQPage').extend({
    mainEntity: z
      .array(
        part('Question').extend({
          name: words,
          acceptedAnswer: part('Answer').extend({
            text: words.refine((text) => !/[<>]|\]\(|\{/.test(text), 'has markup'),
          }),
        }),
      )
      .min(10),
  }),
  BreadcrumbList: thing('BreadcrumbList').extend({
    itemListElement: z
      .array(part('ListItem').extend({ position: z.int().min(1), name: words, item: address }))
      .min(2)
      .refine((items) => items.every(({ position }, at) => position === at + 1), 'is not sequential'),
  }),
  ItemList: thing('ItemList').extend({
    numberOfItems: z.int(),
    itemListElement: z.array(part('ListItem').extend({ position: z.int().min(1), name: words, url: address })),
  }),
}

async function structuredOn(at: string): Promise<{ '@type': string }[]> {
  const { text } = await portal.send(at)
  const scripts = text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return Array.from(scripts, ([, json]) => JSON.parse(json as string) as { '@type': string })
}

test.each([
  ['/', ['Organization', 'WebSite']],
  ['/about', ['BreadcrumbList', 'AboutPage']],
  ['/help', ['BreadcrumbList', 'FAQPage']],
  ['/how-to-play', ['BreadcrumbList']],
  ['/terms', ['BreadcrumbList']],
  ['/privacy-policy', ['BreadcrumbList']],
  ['/cookie-policy', ['BreadcrumbList']],
  ['/categories', ['BreadcrumbList', 'ItemList']],
  ['/games', ['ItemList']],
])('%s contains %j', async (at, types) => {
  const found = await structuredOn(at)
  expect(found.map((one) => one['@type'])).toEqual(types)
  for (const one of found) {
    const shape = SHAPES[one['@type'] as keyof typeof SHAPES]
    expect(shape.safeParse(one).error?.issues, JSON.stringify(one).slice(0, 300)).toBeUndefined()
  }
})

test('the declared search finds games', async () => {
  const [, site] = await structuredOn('/')
  const template = (site as unknown as { potentialAction: { target: { urlTemplate: string } } }).potentialAction.target
  const { pathname, search } = new URL(template.urlTemplate.replace('{search_term_string}', 'lamplighter'))
  expect((await portal.send(pathname + search)).text).toContain('/games/lamplighter')
})

test('the declared questions are on the page word for word', async () => {
  const faq = (await structuredOn('/help')).at(-1) as unknown as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[]
  }
  const page = (await portal.send('/help')).text
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<\/?(?:a|em|strong|code|kbd)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x3C;', '<')
    .replace(/\s+/g, ' ')
  for (const { name, acceptedAnswer } of faq.mainEntity) expect(page).toContain(`${name} ${acceptedAnswer.text}`)
})
