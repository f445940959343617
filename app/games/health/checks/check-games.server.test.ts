import dns from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, emptyCatalogue, type GameOverrides } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { database } from '../../../db/connection.server.ts'
import { gameHealth, gameHosts } from '../../../db/schema/game-health.server.ts'
import { games } from '../../../db/schema/games.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { dismissWarnings } from '../console/act-on-broken.server.ts'
import { checkGames } from './check-games.server.ts'
import { planChecks, takeDueGames } from './due-games.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const servers: Server[] = []
const waits: number[] = []

beforeAll(async () => {
  process.env.LOCAL_FEEDS = 'on'
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate game_hosts`)
  waits.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => testDatabase.drop())

/** Starts a host and returns its address. `pages` contains the response for each path. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a host whose paths contain statuses: `/404/lamps`. */
const statusHost = () =>
  serve((request, response) => response.writeHead(Number(request.url?.split('/')[1] ?? 200)).end())

const add = async (url: string, more: GameOverrides = {}) => {
  const { id } = await createGame({ url, ...more })
  return id
}

/** No host that responds exceeds these limits on a busy machine. */
const LONG = { totalMs: 60_000, idleMs: 60_000 }
/** For hosts that send nothing. */
const SHORT = { totalMs: 300, idleMs: 300 }

/** Checks games now, in the same way as the job but without its pauses. */
const run = async (ids?: number[], limits = LONG) => {
  await planChecks()
  const all = await takeDueGames()
  const due = ids ? all.filter(({ id }) => ids.includes(id)) : all
  return checkGames(due, {
    limits,
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
  })
}

/** Moves the last checks into the past, so that games are due again. */
const passHours = (hours: number) =>
  database().execute(sql`
    update game_health set checked_at = checked_at - make_interval(hours => ${hours}),
      next_check_at = next_check_at - make_interval(hours => ${hours})`)

const healthOf = async (id: number) => (await database().select().from(gameHealth).where(eq(gameHealth.gameId, id)))[0]
const statusOf = async (id: number) => {
  const [game] = await database().select().from(games).where(eq(games.id, id))
  return [game?.status, game?.statusReason]
}

test.each([
  ['works', 200, {}, '200 OK'],
  ['gone', 404, {}, '404 Not Found'],
  ['gone', 410, {}, '410 Gone'],
  ['unknown', 403, {}, '403 Forbidden'],
  ['unknown', 500, {}, '500 Internal Server Error'],
  ['framing refused', 200, { 'x-frame-options': 'SAMEORIGIN' }, 'X-Frame-Options: SAMEORIGIN'],
  ['framing refused', 200, { 'content-security-policy': "frame-ancestors 'self'" }, "Content-Security-Policy: frame-ancestors 'self'"],
  ['works', 200, { 'content-security-policy': 'frame-ancestors *' }, '200 OK'],
] as const)('an address is found to be: %s (%i, %j)', async (outcome, status, headers, detail) => {
  const host = await serve((_request, response) => response.writeHead(status, headers).end('<html>'))
  const id = await add(`${host}/game/`)
  await run()
  expect(await healthOf(id)).toMatchObject({ outcome, detail, times: 1, host: new URL(host).host })
}) // prettier-ignore

test('a redirect to a private address is not followed, and a host that hangs gives no clear answer', async () => {
  const asked: string[] = []
  const host = await serve((request, response) => {
    asked.push(request.url!)
    if (request.url === '/away') response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end()
  })
  const away = await add(`${host}/away`)
  await run()
  const hangs = await add(`${host}/hangs`)
  await run([hangs], SHORT)
  expect(await healthOf(away)).toMatchObject({ outcome: 'unknown', detail: 'the address leads to a private network' })
  expect(await healthOf(hangs)).toMatchObject({ outcome: 'unknown', detail: 'the address sent nothing for 0.3 s' })
  expect(asked).toContain('/away')
})

test('a game is quarantined when two checks an hour apart find that its address is gone, and returns by itself', async () => {
  let status = 404
  const host = await serve((request, response) => response.writeHead(request.url === '/lamps' ? status : 200).end())
  const [lamps, other] = [await add(`${host}/lamps`), await add(`${host}/other`)]
  await run()
  expect(await statusOf(lamps)).toEqual(['published', ''])
  expect((await healthOf(lamps))?.suspectAt).not.toBeNull()
  expect((await healthOf(other))?.suspectAt).toBeNull()
  await run()
  expect((await healthOf(lamps))?.times).toBe(1)

  await passHours(1)
  await run()
  expect(await statusOf(lamps)).toEqual(['quarantined', 'Its address no longer exists'])
  expect(await statusOf(other)).toEqual(['published', ''])
  const [row] = await database().select().from(games).where(eq(games.id, lamps))
  expect([row?.url, row?.heldUrl]).toEqual([null, `${host}/lamps`])

  status = 200
  await passHours(2)
  await run()
  expect(await statusOf(lamps)).toEqual(['published', ''])
  expect(await healthOf(lamps)).toMatchObject({ outcome: 'works', suspectAt: null, statusBefore: null })
})

test('two checks within an hour count once', async () => {
  const host = await statusHost()
  const id = await add(`${host}/404/lamps`)
  await run()
  await database().execute(sql`update game_health set next_check_at = now()`)
  await run()
  expect(await statusOf(id)).toEqual(['published', ''])
  expect((await healthOf(id))?.times).toBe(1)
})

test('a game that was no longer in its feed returns to that status', async () => {
  let status = 404
  const host = await serve((_request, response) => response.writeHead(status).end())
  const id = await add(`${host}/lamps`, { status: 'delisted' })
  await run()
  await passHours(1)
  await run()
  expect((await statusOf(id))[0]).toBe('quarantined')
  status = 200
  await passHours(2)
  await run()
  expect((await statusOf(id))[0]).toBe('delisted')
})

test('a game that an operator hid in the meantime stays hidden', async () => {
  const host = await statusHost()
  const id = await add(`${host}/404/lamps`)
  await run()
  await passHours(1)
  const due = await takeDueGames()
  await database().update(games).set({ status: 'hidden', url: null, heldUrl: due[0]!.url, statusReason: 'Casino' })
  await checkGames(due, { sleep: () => Promise.resolve() })
  expect(await statusOf(id)).toEqual(['hidden', 'Casino'])
  await passHours(24)
  expect(await takeDueGames()).toEqual([])
})

test('a game whose address an operator replaces during a run stays public, and its new address is checked next', async () => {
  let isReplacing = false
  const host = await serve(({ url }, response) => {
    // Requested to judge the host, after the finding for /404/late was stored.
    const replacing = isReplacing && url === '/other' ? replace(late, '/new/late') : Promise.resolve()
    void replacing.then(() => response.writeHead(url!.startsWith('/404/') ? 404 : 200).end())
  })
  const replace = (id: number, path: string) =>
    database()
      .update(games)
      .set({ url: `${host}${path}` })
      .where(eq(games.id, id))
  const [early, late] = [await add(`${host}/404/early`), await add(`${host}/404/late`)]
  await add(`${host}/other`)
  await run()
  await passHours(1)
  const due = (await takeDueGames()).filter(({ id }) => id === early || id === late)
  await replace(early, '/new/early')
  isReplacing = true
  await checkGames(
    due.toSorted((a, b) => b.id - a.id),
    { limits: LONG, sleep: () => Promise.resolve() },
  )
  expect([await statusOf(early), await statusOf(late)]).toEqual([['published', ''], ['published', '']]) // prettier-ignore
  expect((await healthOf(early))?.times).toBe(1)
  await run([early])
  expect(await healthOf(early)).toMatchObject({ outcome: 'works', times: 1, suspectAt: null })
})

test('a host that does not exist is a clear sign, but only while other hosts can be reached', async () => {
  const host = await statusHost()
  const works = await add(`${host}/200/other`)
  const gone = await add('https://gone.example/lamps')
  vi.spyOn(dns, 'lookup').mockImplementation(((...given: unknown[]) => {
    ;(given.at(-1) as (error: Error) => void)(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }))
  }) as never)
  await run()
  expect(await healthOf(gone)).toMatchObject({ outcome: 'host gone', detail: 'DNS knows no such host' })
  await passHours(4)
  // The other host may be unreachable by now, too.
  await run([gone])
  expect((await statusOf(gone))[0]).toBe('published')
  await passHours(4)
  await database().execute(sql`update game_health set next_check_at = now() where game_id = ${works}`)
  await run([works])
  await run([gone])
  expect(await statusOf(gone)).toEqual(['quarantined', 'The host of its address no longer exists'])
})

test.each([
  ['404', { status: 404, headers: {} }, '404 Not Found'],
  ['a header that refuses frames', { status: 200, headers: { 'x-frame-options': 'DENY' } }, 'X-Frame-Options: DENY'],
])('if all games of a host fail with %s, the host is down, and its games stay public', async (_name, fails, detail) => {
  let response = fails
  let requests = 0
  const host = await serve((_request, answer) => {
    requests++
    answer.writeHead(response.status, response.headers).end()
  })
  const ids = []
  for (let at = 0; at < 6; at++) ids.push(await add(`${host}/${at}`))
  const alone = await add(`${await statusHost()}/404/alone`)
  for (let hours = 0; hours < 3; hours++) {
    await run()
    await passHours(8)
    await database().execute(sql`update game_hosts set checked_at = checked_at - interval '8 hours'`)
  }
  const shown = await Promise.all(ids.map(statusOf))
  expect(shown).toEqual(ids.map(() => ['published', '']))
  expect((await statusOf(alone))[0]).toBe('quarantined')
  const [down] = await database().select().from(gameHosts).where(eq(gameHosts.isDown, true))
  expect(down).toMatchObject({ host: new URL(host).host, detail })
  expect(down?.downSince).not.toBeNull()
  for (const id of ids) expect((await healthOf(id))?.suspectAt).toBeNull()
  // Once the host is known to be down, only one of its games is tried.
  expect(requests).toBeLessThanOrEqual(3 + 1 + 1)

  response = { status: 200, headers: {} }
  await run()
  expect(await database().select().from(gameHosts).where(eq(gameHosts.isDown, true))).toEqual([])
  await run()
  for (const id of ids) expect((await healthOf(id))?.outcome).toBe('works')
})

test('a dismissed game is not checked with its host', async () => {
  let status = 404
  const host = await serve((_request, answer) => answer.writeHead(status).end())
  const [dismissed, other] = [await add(`${host}/1`), await add(`${host}/2`)]
  await add(`${host}/3`)
  await run([dismissed])
  await dismissWarnings((await createPlayer({ role: 'operator' })) as unknown as Player, [dismissed])
  const before = await healthOf(dismissed)
  await database().execute(sql`update game_hosts set is_down = false`)
  await database().execute(sql`update game_health set next_check_at = now() where game_id = ${other}`)
  await run([other])
  expect(await database().select().from(gameHosts).where(eq(gameHosts.isDown, true))).toHaveLength(1)
  status = 200
  await database().execute(sql`update game_health set next_check_at = now() where game_id = ${other}`)
  await database().execute(sql`update game_hosts set checked_at = now() - interval '1 hour'`)
  await run([other])
  expect(await database().select().from(gameHosts).where(eq(gameHosts.isDown, true))).toEqual([])
  expect(await healthOf(dismissed)).toEqual(before)
})

test('a host that sends nothing is down, too', async () => {
  const host = await serve(() => {})
  const ids = [await add(`${host}/1`), await add(`${host}/2`)]
  await run(ids, SHORT)
  expect(await database().select().from(gameHosts).where(eq(gameHosts.isDown, true))).toHaveLength(1)
  for (const id of ids) expect((await statusOf(id))[0]).toBe('published')
})

test('if the other games of a host fail in another way, nothing is quarantined', async () => {
  const host = await statusHost()
  const [gone, odd] = [await add(`${host}/404/1`), await add(`${host}/403/2`)]
  await run()
  await passHours(2)
  await run()
  expect([(await statusOf(gone))[0], (await statusOf(odd))[0]]).toEqual(['published', 'published'])
  expect((await healthOf(gone))?.suspectAt).not.toBeNull()
  expect(await database().select().from(gameHosts).where(eq(gameHosts.isDown, true))).toEqual([])
})

test('a host gets at most one request a second, redirects included, and hosts do not wait for each other', async () => {
  const one = await serve((request, response) => {
    if (request.url === '/0') response.writeHead(302, { location: '/moved' }).end()
    else response.end()
  })
  const other = await statusHost()
  for (let at = 0; at < 4; at++) await add(`${one}/${at}`)
  await add(`${other}/200/1`)
  // The last turn is a minute ahead, so that each of the five requests waits, however long the test itself takes.
  const last = new Date(Date.now() + 60_000)
  await database()
    .insert(gameHosts)
    .values({ host: new URL(one).host, checkedAt: last })
  await run()
  expect(waits).toHaveLength(5)
  expect(Math.min(...waits)).toBeGreaterThan(0)
  const [turn] = await database()
    .select()
    .from(gameHosts)
    .where(eq(gameHosts.host, new URL(one).host))
  expect(turn!.checkedAt.getTime() - last.getTime()).toBe(5000)
})

test('games that were never checked come first, by plays, then those that are due longest', async () => {
  const host = await statusHost()
  const [few, many, old, fresh] = [
    await add(`${host}/200/few`),
    await add(`${host}/200/many`),
    await add(`${host}/200/old`),
    await add(`${host}/200/fresh`),
  ]
  await database().execute(sql`update game_weeks set plays = case game_id when ${many} then 90 when ${few} then 3 end
    where game_id in (${few}, ${many})`)
  await planChecks()
  await database().execute(sql`update game_health set checked_at = now() - interval '40 days',
    next_check_at = now() - interval '10 days' where game_id = ${old}`)
  await database().execute(sql`update game_health set checked_at = now(),
    next_check_at = now() + interval '20 days' where game_id = ${fresh}`)
  expect((await takeDueGames()).map(({ id }) => id)).toEqual([many, few, old])
})

test('a game that works is checked again within 30 days, and one that does not after an hour, then less often', async () => {
  const host = await statusHost()
  const [works, fails] = [await add(`${host}/200/1`), await add(`${host}/404/2`)]
  const hoursLeft = async (id: number) => ((await healthOf(id))!.nextCheckAt.getTime() - Date.now()) / 3_600_000
  await run()
  expect(await hoursLeft(works)).toBeGreaterThan(24 * 24)
  expect(await hoursLeft(works)).toBeLessThan(24 * 30)
  for (const hours of [1, 2, 4, 8, 16, 32, 64, 128, 168, 168]) {
    expect(Math.round(await hoursLeft(fails))).toBe(hours)
    await passHours(hours)
    await run([fails])
  }
})

test('self-hosted, pending and hidden games are never requested', async () => {
  const host = await statusHost()
  await createGame({ url: '/play/lamps/', provider: 'own' })
  await createGame({ status: 'hidden', url: null, heldUrl: `${host}/200/1` })
  await createGame({ status: 'pending', url: null, heldUrl: `${host}/200/2` })
  expect(await planChecks()).toBe(0)
  expect(await takeDueGames()).toEqual([])
})

test('a run that is stopped settles what it has checked', async () => {
  // The next turn is a minute ahead, so that the second check waits, however long the first one takes.
  const host = await serve((_request, response) => {
    const next = database()
      .update(gameHosts)
      .set({ checkedAt: new Date(Date.now() + 60_000) })
    void next.then(() => response.end())
  })
  await add(`${host}/200/1`)
  await add(`${host}/200/2`)
  await planChecks()
  const stop = new AbortController()
  const checks = checkGames(await takeDueGames(), {
    signal: stop.signal,
    sleep: () => {
      stop.abort()
      return Promise.reject(stop.signal.reason as Error)
    },
  })
  await expect(checks).rejects.toThrow()
  const rows = await database().select().from(gameHealth)
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['works', null]))
})
