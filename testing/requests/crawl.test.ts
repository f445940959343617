import { fromHtml } from 'hast-util-from-html'
import { matchRoutes } from 'react-router'
import { visit } from 'unist-util-visit'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { reports } from '../../app/db/schema/community.server.ts'
import { notifications } from '../../app/db/schema/notifications.server.ts'
import routes from '../../app/routes.ts'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import type { Actor } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'
import { HTML, inWorld, type World } from './route-row.ts'
import { ROWS } from './rows.ts'
import { HOME } from './rows/home.ts'
import { createWorld } from './world.ts'

/**
 * No page has a broken link. The crawl starts at the home page, for each kind of client; for visitors also at every
 * page with a row, since some pages are linked only from mails, or are shown only for empty lists or missing things.
 */

/**
 * How many links of one shape (a route and its query's parameters) are followed from each page with a row, and how many
 * in all from other pages. A player and an operator follow one link of a shape that visitors have followed as well, and
 * this many others.
 */
const OF_A_SHAPE = 2

/** The lists with games. */
const LISTS = ['new', 'popular', 'original', 'car', 'bike', 'sports', 'puzzle', 'racing']

/** Some 200 sequential pages: a few seconds, or minutes on a busy machine. */
const LONG_MS = 600_000

let portal: BuiltPortal
let world: World
let player: Actor
let operator: Actor
beforeAll(async () => {
  portal = await startBuiltPortal()
  const made = await createWorld()
  world = made.world
  player = made.own
  operator = made.operator
  // One of each kind that pages link to: published, in review, removed, reported, notified.
  const posts = []
  for (let count = 0; count < 25; count++)
    posts.push(
      await createPost({ playerId: player.id, title: `Post ${count}`, tags: ['fun'], gameId: world.game, comments: 1 }),
    )
  for (const post of posts.slice(0, 2)) await createComment(operator, post)
  await createPost({ playerId: player.id, title: 'Held', state: 'held', stateWhy: 'word' })
  await createPost({ playerId: player.id, title: 'Removed', state: 'removed', stateWhy: 'Spam' })
  const told = { playerId: player.id, kind: 'comment' as const, postId: posts[0]!.id, actorId: operator.id }
  await database().insert(notifications).values(told)
  const values = { playerId: operator.id, kind: 'post' as const, onId: String(posts[1]!.id), aboutId: player.id }
  await database()
    .insert(reports)
    .values({ ...values, reason: 'spam' as const })
  await purgePages(['games'])
  await vi.waitFor(async () => expect(await listsOn('/terms')).toContain('puzzle'), { timeout: 60_000 })
})
afterAll(() => portal?.stop())

test.each(['visitor', 'player', 'operator'] as const)('no link is broken: %s', { timeout: LONG_MS }, async (who) => {
  const actor = { visitor: null, player, operator }[who]
  const { seen, wrong, empty } = await (actor ? crawl(actor, (await crawlAsVisitor()).known) : crawlAsVisitor())
  expect(wrong).toEqual([])
  expect(empty, 'Pages link to lists without games').toEqual([])
  // The linked lists among all lists.
  const expected = { visitor: 45, player: 55, operator: 60 }[who]
  expect(seen.size, [...seen].join(' ')).toBeGreaterThan(expected)
})

test('pages of every kind link to a list once it has games', async () => {
  await createGame({ categories: ['Horror'] })
  await purgePages(['games'])
  for (const at of ['/', '/categories', '/terms', '/community', '/no/such/page'])
    await expect.poll(() => listsOn(at), { timeout: 60_000 }).toContain('horror')
})

/** The lists that a visitor's page links to. */
async function listsOn(at: string): Promise<string[]> {
  const { text } = await portal.send(at)
  return Array.from(text.matchAll(/ href="\/category\/([a-z-]+)/g), ([, list]) => list!)
}

/** `seen` has the shapes of all links, `known` the followed addresses. */
type Crawl = { seen: Set<string>; known: Set<string>; wrong: string[]; empty: string[] }

let visitors: Promise<Crawl> | undefined
const crawlAsVisitor = () => (visitors ??= crawl(null, new Set()))

async function crawl(actor: Actor | null, checked: Set<string>): Promise<Crawl> {
  const wrong: string[] = []
  const empty = new Set<string>()
  const shapes = new Map<string, number>()
  const seen = new Set<string>()
  const starts = actor ? HOME : ROWS.filter(({ method, type }) => !method && type === HTML)
  const queue = starts.map(({ at }) => ({ at: inWorld(at, world), from: null as string | null }))
  const known = new Set(starts.filter(({ visitor }) => visitor === 200).map(({ at }) => at))
  let asked = 0
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { at, from } = next
    // Each request comes from a different address, so that no limit applies.
    const address = `10.${[null, player, operator].indexOf(actor)}.${++asked >> 8}.${asked & 255}`
    const headers = { accept: 'text/html', 'x-forwarded-for': address, ...(actor && { cookie: actor.cookie }) }
    const { status, headers: answered, text } = await portal.send(at, { headers })
    // routes.test.ts checks the rows' responses.
    if (from !== null && (status >= 400 || text.includes('Oops! Game not found'))) {
      wrong.push(`${at}, which ${from} links to, answers ${status}`)
      continue
    }
    const isRedirect = status >= 300 && status < 400
    const isPage = answered['content-type']?.includes('html')
    const found = isRedirect ? [answered.location ?? ''] : isPage ? read(at, text) : []
    const ofPage = new Map<string, number>()
    for (const link of found) {
      const url = URL.parse(link, SITE + at)
      if (url?.origin !== SITE) continue
      const path = url.pathname + url.search
      const list = /^\/category\/([^/?]*)/.exec(path)?.[1]
      if (list !== undefined && !LISTS.includes(list)) empty.add(list)
      const shape = shapeOf(url)
      seen.add(shape)
      const [count, countOfPage] = [shapes.get(shape) ?? 0, ofPage.get(shape) ?? 0]
      ofPage.set(shape, countOfPage + 1)
      if (known.has(path)) continue
      const limit = checked.has(path) ? 1 : OF_A_SHAPE
      if (countOfPage < limit && (from === null || count < limit || isUnmatched(shape))) {
        known.add(path)
        shapes.set(shape, count + 1)
        queue.push({ at: path, from: at })
      }
    }
  }
  return { seen, known, wrong, empty: [...empty] }

  /** Returns a page's links, GET forms and own address, and the faults in its links to itself. */
  function read(at: string, text: string): string[] {
    const ids = new Set<string>()
    const links: string[] = []
    // Pages with noindex are not checked.
    const isIndexed = !text.includes('<meta name="robots" content="noindex"')
    visit(fromHtml(text), 'element', ({ tagName, properties: { id, href = '', method, action = at, rel } }) => {
      if (id) ids.add(String(id))
      if (tagName === 'a' || tagName === 'area') links.push(String(href))
      if (tagName === 'form' && String(method).toLowerCase() !== 'post') links.push(String(action))
      if (tagName === 'link' && String(rel) === 'canonical' && isIndexed) links.push(String(href))
    })
    for (const link of links)
      if (link.length > 1 && link.startsWith('#') && !ids.has(decodeURIComponent(link.slice(1))))
        wrong.push(`${at} links to ${link}, which is not on it`)
    return links.filter((link) => link && !link.startsWith('#'))
  }
}

const ROUTES = flatten(routes as RouteConfigEntry[]).map((path) => ({ path: `/${path}` }))

const routeAt = new Map<string, string>()

/** The route of an address, and the parameters of its query. */
function shapeOf({ pathname, searchParams }: URL): string {
  // The router takes a third of a millisecond, and most links are on every page.
  const route = routeAt.get(pathname) ?? matchRoutes(ROUTES, pathname)?.at(-1)?.route.path ?? pathname
  routeAt.set(pathname, route)
  return [route, ...[...new Set(searchParams.keys())].toSorted()].join(' ')
}

/** Whether only the catch-all route matches; such links are always followed. */
function isUnmatched(shape: string): boolean {
  return shape.startsWith('/*')
}

function flatten(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = '', children = [] }) => [path, ...flatten(children)])
}
