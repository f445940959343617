import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { matchRoutes } from 'react-router'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { notifications, postCounts, reports } from '../../app/db/schema/community.server.ts'
import { recentGames } from '../../app/db/schema/games.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'
import routes from '../../app/routes.ts'
import { type BuiltPortal, SITE, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame, createGames } from '../fixtures/games.ts'
import { type Actor, createActor, NOT_NEW } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'

/** No link of any page leads nowhere: followed from the home page, as those who see them see them. */

/** So many addresses of a shape are followed: of a route, and of the words that its query has. */
const OF_A_SHAPE = 4

let portal: BuiltPortal
let player: Actor
let operator: Actor
beforeAll(async () => {
  portal = await startBuiltPortal()
  player = await createActor({ ...NOT_NEW, username: 'mara_v' })
  operator = await createActor({ ...NOT_NEW, username: 'otto_p', role: 'operator' })
  const game = await createGame({
    slug: 'moto-rush',
    title: 'Moto Rush',
    categories: ['Car', 'Bike'],
    tags: ['fun', 'racing'],
  })
  const own = { provider: 'own', isOriginal: true, categories: ['Puzzle'], posterUrl: '/play/lamps/poster-600.webp' }
  await createGame({ slug: 'lamps', title: 'Lamps', url: '/play/lamplighter/', ...own })
  await createGames(
    Array.from({ length: 120 }, (_, at) => ({ slug: `puzzle-${at}`, title: `Puzzle ${at}`, categories: ['Puzzle'] })),
  )
  // Of each kind that pages link to: shown, held, removed, reported, told of.
  const posts = []
  for (let count = 0; count < 25; count++)
    posts.push(
      await createPost({ playerId: player.id, title: `Post ${count}`, tags: ['fun'], gameId: game.id, comments: 1 }),
    )
  for (const post of posts.slice(0, 2)) await createComment(operator, post)
  await createPost({ playerId: player.id, title: 'Held', state: 'held', stateWhy: 'word' })
  await createPost({ playerId: player.id, title: 'Removed', state: 'removed', stateWhy: 'Spam' })
  await database().update(postCounts).set({ comments: 1 })
  const told = { playerId: player.id, kind: 'comment' as const, postId: posts[0]!.id, actorId: operator.id }
  await database().insert(notifications).values(told)
  const values = { playerId: operator.id, kind: 'post' as const, onId: String(posts[1]!.id), aboutId: player.id }
  await database()
    .insert(reports)
    .values({ ...values, reason: 'spam' as const })
  await database().insert(wishlistEntries).values({ playerId: player.id, gameId: game.id })
  await database().insert(recentGames).values({ playerId: player.id, gameId: game.id, playedAt: new Date() })
}, 60_000)
afterAll(() => portal?.stop())

test.each(['visitor', 'player', 'operator'] as const)('as a %s no link leads nowhere', async (who) => {
  const actor = { visitor: null, player, operator }[who]
  const { seen, wrong } = await crawl(actor)
  expect(wrong).toEqual([])
  // What is linked to, of all that there is.
  const expected = { visitor: 30, player: 40, operator: 45 }[who]
  expect(seen.size, [...seen].join(' ')).toBeGreaterThan(expected)
})

type Element = DefaultTreeAdapterMap['element']

async function crawl(actor: Actor | null): Promise<{ seen: Set<string>; wrong: string[] }> {
  const wrong: string[] = []
  const shapes = new Map<string, number>()
  const known = new Set(['/'])
  const queue = [{ at: '/', from: 'the start' }]
  let asked = 0
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { at, from } = next
    // Each from another address: limits are not what is looked for.
    const address = `10.${actor ? actor.username.length : 1}.${++asked >> 8}.${asked & 255}`
    const headers = { accept: 'text/html', 'x-forwarded-for': address, ...(actor && { cookie: actor.cookie }) }
    const { status, headers: answered, text } = await portal.send(at, { headers })
    if (status >= 400 || text.includes('Oops! Game not found')) {
      wrong.push(`${at}, which ${from} links to, answers ${status}`)
      continue
    }
    const found =
      status >= 300 ? [answered.location ?? ''] : answered['content-type']?.includes('html') ? read(at, text) : []
    for (const link of found) {
      const url = URL.parse(link, SITE + at)
      if (url?.origin !== SITE) continue
      const path = url.pathname + url.search
      if (known.has(path)) continue
      known.add(path)
      const shape = shapeOf(url)
      const count = shapes.get(shape) ?? 0
      shapes.set(shape, count + 1)
      if (count < OF_A_SHAPE || isLeastKnown(shape)) queue.push({ at: path, from: at })
    }
  }
  return { seen: new Set(shapes.keys()), wrong }

  /** Where a page leads: its links, the forms that only ask, and itself; with what is wrong within it. */
  function read(at: string, text: string): string[] {
    const ids = new Set<string>()
    const links: string[] = []
    // Others are nobody's to look for.
    const isIndexed = !text.includes('<meta name="robots" content="noindex"')
    walk(parse(text) as unknown as Element, ({ tagName, attrs }) => {
      const of = (name: string) => attrs.find((one) => one.name === name)?.value
      const id = of('id')
      if (id) ids.add(id)
      if (tagName === 'a' || tagName === 'area') links.push(of('href') ?? '')
      if (tagName === 'form' && of('method')?.toLowerCase() !== 'post') links.push(of('action') ?? at)
      if (tagName === 'link' && of('rel') === 'canonical' && isIndexed) links.push(of('href') ?? '')
    })
    for (const link of links)
      if (link.length > 1 && link.startsWith('#') && !ids.has(decodeURIComponent(link.slice(1))))
        wrong.push(`${at} links to ${link}, which is not on it`)
    return links.filter((link) => link && !link.startsWith('#'))
  }
}

function walk(node: Element, visit: (element: Element) => void): void {
  if ('tagName' in node) visit(node)
  for (const child of node.childNodes ?? []) walk(child as Element, visit)
}

const ROUTES = flatten(routes as RouteConfigEntry[]).map((path) => ({ path: `/${path}` }))

/** The route of an address, and the words of its query. */
function shapeOf({ pathname, searchParams }: URL): string {
  const route = matchRoutes(ROUTES, pathname)?.at(-1)?.route.path ?? pathname
  return [route, ...[...new Set(searchParams.keys())].toSorted()].join(' ')
}

/** What no route knows, which would be the not-found page, is always followed. */
function isLeastKnown(shape: string): boolean {
  return shape.startsWith('/*')
}

function flatten(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = '', children = [] }) => [path, ...flatten(children)])
}
