import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import naughty from 'big-list-of-naughty-strings'
import { decodeHTML } from 'entities'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { COOKIES } from '../../app/data-inventory/browser-storage.ts'
import { collectPlayerData } from '../../app/data-inventory/player-data.server.ts'
import { findGameBySlug } from '../../app/games/catalogue/find-game.server.ts'
import type { RouteHandle } from '../../app/server/http/route-table.server.ts'
import type { Answer, TestPortal } from '../../app/server/http/testing.server.ts'
import { openLog } from '../../app/server/process/log.server.ts'
import { createTestDatabase } from '../fixtures/database.ts'
import { type Actor, signIn } from '../fixtures/players.ts'
import { random, sampleOf, seed } from '../fixtures/seeded-random.ts'
import { closeAll, loadBuilt, startBuilt } from '../portal/built-portal.ts'
import { howToAddRow } from './listed-routes.ts'
import { type AccessRow, HTML, inWorld, requestOf, type Row, SHARED, SITE, type World } from './route-row.ts'
import { ACCESS, ROWS } from './rows.ts'
import { createWorld } from './world.ts'

/** Checks for every route who may call it, what it returns and what a visitor sees (testing/requests/rows/). */

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-routes-'))
const logged: string[] = []
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let portal: TestPortal
let build: ServerBuild
let world: World
let own: Actor
let another: Actor
let operator: Actor
/** The first player's data before any other client's request. */
let before: Record<string, unknown>

beforeAll(async () => {
  Object.assign(process.env, { SITE_URL: SITE, DATA_DIR: folder, AUTH_SECRET: 'a secret of thirty-two characters' })
  openLog({ level: 'warn', pretty: false, sink: { write: (line) => void logged.push(line) } })
  testDatabase = await createTestDatabase()
  ;({ world, own, another, operator } = await createWorld())
  build = (await loadBuilt()).build
  portal = await startBuilt(testDatabase.connection)
  // Records the day's visit now, so that no later request changes the player's data.
  await send('/', { headers: { cookie: own.cookie } })
  before = await readOwn()
})

afterAll(async () => {
  await portal?.close()
  await testDatabase?.drop()
  rmSync(folder, { recursive: true })
})

test('every method of an action has a row that defines access', () => {
  const rows = new Set(ACCESS.map(({ route, method = 'GET' }) => `${method} ${route}`))
  for (const { path: pattern = '', module } of builtRoutes()) {
    const { action, handle } = module
    for (const method of action ? ((handle as RouteHandle | undefined)?.methods ?? ['POST']) : [])
      if (method !== 'GET')
        expect(rows, howToAddRow(`${method} of "${pattern}"`, pattern)).toContain(`${method} ${pattern}`)
  }
})

test('an endpoint that writes declares its methods', () => {
  const silent = builtRoutes().flatMap(({ path: pattern, module: { action, default: screen, handle } }) =>
    action && !screen && !(handle as RouteHandle | undefined)?.methods ? [pattern] : [],
  )
  expect(silent, 'Add `export const handle: RouteHandle = { methods: […] }` to these routes').toEqual([])
})

test('an undeclared method gets a 405 that lists the allowed ones, and below /admin a 404', async () => {
  const wrong: string[] = []
  for (const { path: pattern, module } of builtRoutes()) {
    const methods = (module.handle as RouteHandle | undefined)?.methods
    const row = methods && ACCESS.find(({ route }) => route === pattern)
    if (!row) continue
    for (const method of METHODS.filter((one) => !methods.includes(one))) {
      const { status, headers } = await ask({ ...row, method, form: undefined, json: undefined })
      if (pattern?.startsWith('admin/')) {
        if (status !== 404) wrong.push(`${method} /${pattern} returns ${status}`)
        continue
      }
      const allowed = METHODS.filter((one) => headers.allow?.split(', ').includes(one))
      if (status !== 405 || String(allowed) !== String(METHODS.filter((one) => methods.includes(one))))
        wrong.push(`${method} /${pattern} returns ${status} and allows ${headers.allow}`)
    }
  }
  expect(wrong).toEqual([])
})

describe('a visitor', () => {
  test.each(ROWS.map((row) => [row.visitor, nameOf(row), row] as const))(
    'gets %i from %s',
    async (_status, _name, row) => {
      const { status, headers, text } = await ask(row)
      expect(status).toBe(row.visitor)
      if (row.type) expect(headers['content-type']).toBe(row.type)
      if (row.location) expect(headers.location).toBe(inWorld(row.location, world))
      if (row.cache === 'shared') expect(headers['cache-control']).toMatch(SHARED)
      else if (row.cache) expect(headers['cache-control']).toBe(row.cache)
      const seen = row.type === HTML ? visibleText(text) : text
      for (const words of row.shows ?? []) expect(seen).toContain(inWorld(words, world))
      for (const words of row.hides ?? []) expect(mainText(text)).not.toContain(inWorld(words, world))
      if (row.type === HTML) checkPage(text, row)
    },
  )

  test('has not changed the first player’s data', async () => {
    expect(await readOwn()).toEqual(before)
  })
})

describe('a player', () => {
  test('gets the documented responses for another’s data and changes nothing', async () => {
    const rows = ACCESS.filter(({ who, method, others }) => who !== 'everybody' || method || others !== undefined)
    expect(await requestAll(another, ({ own: first, others = first }) => others, rows)).toEqual([])
    expect(await readOwn()).toEqual(before)
  })

  test('gets the documented responses on operators’ routes and changes nothing of other players', async () => {
    expect(await requestAll(operator, (row) => row.operator ?? row.others ?? row.own)).toEqual([])
    expect(await readOwn()).toEqual(before)
  })

  test('may do everything with their own data, which sets only cookies that the cookie policy names', async () => {
    expect(before).toMatchObject({ wishlist: [{}], recentlyPlayed: [{}], reactions: [{}], playing: [{}] })
    expect(await requestAll(own, (row) => row.own)).toEqual([])
    // google.test.ts signs in with Google.
    const named = COOKIES.map(({ name }) => name).filter((name) => name !== 'playhall_state')
    expect([...cookies].toSorted(), 'Describe the new cookie in app/data-inventory/').toEqual(named.toSorted())
  })

  test('changes nothing from another site', async () => {
    const { cookie } = await signIn(own)
    const wrong: string[] = []
    for (const row of ACCESS) {
      if (!row.method) continue
      const { status } = await send(inWorld(row.at, world), {
        method: row.method,
        headers: { cookie, origin: 'https://evil.example' },
      })
      // Mail programs send this one themselves; its address identifies the player.
      const expected = row.route === 'notifications/mail/end' ? row.visitor : 403
      if (status !== expected) wrong.push(`${nameOf(row)} returns ${status}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })

  /** Requests rows in order, by default all; returns the unexpected responses. */
  async function requestAll(actor: Actor, expectedOf: (row: AccessRow) => number, rows = ACCESS): Promise<string[]> {
    const wrong: string[] = []
    for (const row of rows) {
      const { status } = await ask(row, actor)
      if (status !== expectedOf(row)) wrong.push(`${nameOf(row)} returns ${status}, not ${expectedOf(row)}`)
    }
    return wrong
  }
})

test('the not-found page shows 404', async () => {
  expect((await send('/no/such/page')).text).toContain('aria-label="404"')
})

test('a view is counted only by a POST from our own pages', async () => {
  const foreign = await send('/game/4/views', { method: 'POST', headers: { origin: 'http://evil.example' } })
  expect(foreign.status).toBe(403)
  expect((await send('/game/4/views', { method: 'POST' })).status).toBe(204)
  await closeAll()
  expect(await findGameBySlug('puzzle-0')).toMatchObject({ views: 1 })
})

test('a missing game is cached until the list changes, as a page and as its data', async () => {
  for (const at of ['/games/later', '/games/later.data', '/games/later/play']) {
    expect((await send(at)).status).toBe(404)
    expect(portal.cache.peek(at)?.policy.tags, at).toEqual(['games'])
  }
})

test.each([
  '/',
  '/games',
  '/games/moto-rush',
  '/search',
  '/popular',
  '/game/1',
  '/robots.txt',
  '/sitemap.xml',
  '/none',
])('a POST to %s is refused without an error', async (at) => {
  const { status } = await send(at, { method: 'POST' })
  expect([404, 405]).toContain(status)
})

// Inputs of these lengths were once truncated within their last character.
const LONG = [20, 40, 64, 80].map((length) => `${'x'.repeat(length - 1)}🎮`)
// Dots alone would be another path.
const HOSTILE = naughty.filter((text) => !/^\.*$|\0/.test(text)).map((text) => text.toWellFormed())

// The whole list goes to every field of every route in `npm run attack -- strings`.
test.each([
  '/search?q=',
  '/games?q=',
  '/games?filter=',
  '/games?page=',
  '/tags?tags=',
  '/category/',
  '/games/',
  '/game/',
  '/sitemaps/',
  '/pictures/1/',
  '/files/',
  '/players/',
  '/players/mara_v?tab=wishlist&page=',
  '/players/mara_v?after=',
  '/blog/',
  '/blog?page=',
  '/blog/category/',
  '/notifications/mail/end?token=',
  '/',
])('%s accepts hostile input without an error and without echoing markup', async (at) => {
  onTestFailed(() => console.info(`Repeat with TEST_SEED=${seed}`))
  for (const word of [...LONG, ...sampleOf(HOSTILE, 5, random(at))]) {
    const { status, headers, text } = await send(`${at}${encodeURIComponent(word)}`)
    expect(status, `${at}${word}`).toBeLessThan(500)
    if (!headers['content-type']?.includes('html')) continue
    if (/<[a-z!/]/i.test(word)) expect(text.includes(word), `${at} echoes ${word}`).toBe(false)
    expect(text).not.toMatch(/<script>(?!window\.|"use|\(|\$|import)|<(img|svg)[^>]* on\w+=/i)
  }
})

test('none of these requests logged an error', () => {
  expect(logged).toEqual([])
})

/** Sends a row's request as the given client. */
function ask(row: Row, actor: Actor | null = null): Promise<Answer> {
  const { path: at, headers, ...request } = requestOf(row, world)
  return send(at, { ...request, headers: { ...headers, ...(actor && { cookie: actor.cookie }) } })
}

let sent = 0

/** The names of all cookies that responses have set. */
const cookies = new Set<string>()

/** Each request comes from a different address, so that no limit counts them together. */
async function send(
  at: string,
  { method = 'GET', headers = {}, body }: Parameters<TestPortal['send']>[1] = {},
): Promise<Answer> {
  const number = ++sent
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const given = {
    'x-forwarded-for': address,
    accept: 'text/html',
    ...(method !== 'GET' && { origin: SITE }),
    ...headers,
  }
  const answer = await portal.send(at, { method, headers: given, body })
  for (const line of answer.headers['set-cookie'] ?? []) cookies.add(line.split('=', 1)[0]!)
  return answer
}

/** All stored data of the first player, without the time of the request and the operators' actions on the account. */
async function readOwn(): Promise<Record<string, unknown>> {
  return { ...(await collectPlayerData(own.id)), madeAt: null, actsOnAccount: null }
}

function nameOf({ method = 'GET', at }: Row): string {
  return `${method} ${at}`
}

function checkPage(html: string, { visitor, canonical, structured, noindex }: Row): void {
  expect(visibleText(html)).not.toMatch(/undefined|\[object |\bNaN\b|\bnull\b/)
  expect(html.match(/<title>/g)).toHaveLength(1)
  expect(html).not.toMatch(/data-ad=|adsbygoogle/)
  expect(meta(html, 'robots')).toBe(noindex ? 'noindex' : undefined)
  if (visitor !== 200) return
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(decodeHTML(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '').length).toBeLessThanOrEqual(60)
  expect(meta(html, 'description')?.length).toBeLessThanOrEqual(155)
  const address = decodeHTML(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '')
  if (canonical) expect(address).toBe(`${SITE}${inWorld(canonical, world)}`)
  expect(meta(html, 'og:url')).toBe(address)
  expect(meta(html, 'og:title')).toBeTruthy()
  expect(meta(html, 'og:image')).toMatch(/^http:\/\/playhall\.example\//)
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
  const objects = scripts.map((match) => JSON.parse(match[1] as string) as Record<string, unknown>)
  for (const object of objects) expect(object['@context']).toBe('https://schema.org')
  if (structured) expect(objects.map((object) => object['@type'])).toEqual(structured)
}

function meta(html: string, name: string): string | undefined {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  return content === undefined ? undefined : decodeHTML(content)
}

/** A page's visible text: without scripts and tags, entities decoded, white space collapsed. */
function visibleText(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  const words = body
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
  return decodeHTML(words).replace(/\s+/g, ' ')
}

/** The visible text of the main part, without header, menus and footer. */
function mainText(html: string): string {
  const main = /<main\b.*<\/main>/s.exec(html)?.[0]
  return main ? visibleText(`<body>${main}`) : html
}

function builtRoutes() {
  return Object.values(build.routes).filter((route) => route !== undefined)
}
