import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { startDatabaseProxy } from '../../../testing/fixtures/database-proxy.ts'
import { database } from '../../db/connection.server.ts'
import { cacheHeaders, startTestPortal, type TestPortal } from '../http/testing.server.ts'
import { listenForPurges, purgePages } from './purge.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
let nodes: { portal: TestPortal; end: () => Promise<void>; received: string[][]; gaps: () => number }[] = []

beforeAll(async () => void (world = await createTestDatabase()))
afterAll(() => world.drop())
afterEach(async () => {
  for (const { portal, end } of nodes.splice(0)) await Promise.all([portal.close(), end()])
})

async function startNode(connection = world.connection) {
  let renders = 0
  let gaps = 0
  const received: string[][] = []
  const portal = await startTestPortal(async () => cacheHeaders(`render ${++renders}`, { tags: 'games, game:12' }))
  const { promise: hearing, resolve: onHearing } = Promise.withResolvers<void>()
  const end = listenForPurges({
    connection,
    onPurge: (tags) => (received.push(tags), portal.cache.purge(tags)),
    onGap: () => ((gaps += 1), portal.cache.expireAll()),
    onHearing,
  })
  const node = { portal, end, received, gaps: () => gaps }
  nodes.push(node)
  await hearing
  return node
}

test('a purge reaches the cache of every node', async () => {
  const [a, b] = [await startNode(), await startNode()]
  for (const { portal } of [a, b]) await portal.send('/')
  await purgePages(['game:12'])
  for (const { portal } of [a, b]) await expect.poll(async () => (await portal.send('/')).text).toBe('render 2')
})

test('a purge in a transaction is sent when it commits, and not after a rollback', async () => {
  const { received } = await startNode()
  await database()
    .transaction(async (tx) => {
      await purgePages(['games'], tx)
      throw new Error('changed my mind')
    })
    .catch(() => {})
  await database().transaction(async (tx) => {
    await purgePages(['game:1'], tx)
    await purgePages(['game:2'])
    await expect.poll(() => received).toEqual([['game:2']])
  })
  await expect.poll(() => received).toEqual([['game:2'], ['game:1']])
})

test('more tags than a notification holds are sent in several', async () => {
  const { received } = await startNode()
  const tags = Array.from({ length: 5000 }, (_, id) => `game:${id}` as const)
  await purgePages([...tags, ...tags])
  await expect.poll(() => received.flat().length).toBe(5000)
  expect(received.length).toBeGreaterThan(5)
  expect(received.flat()).toEqual(tags)
})

test('after a lost connection a node listens again and expires all earlier pages', async () => {
  const { portal, received, gaps } = await startNode()
  await portal.send('/')
  // Other test files may listen on the same server, each in a separate database.
  await pool().query(`select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen playhall_purge' and datname = current_database()`)
  await expect.poll(() => gaps()).toBe(1)
  expect((await portal.send('/')).text).toBe('render 2')
  await purgePages(['games'])
  await expect.poll(() => received).toEqual([['games']])
})

test('a connection that hangs silently is detected, and all earlier pages are expired', async () => {
  const road = await startDatabaseProxy(world.connection.connectionString)
  const { portal, received, gaps } = await startNode(road.connection)
  await portal.send('/')
  road.forget()
  await purgePages(['game:2'])
  await expect.poll(gaps).toBe(1)
  expect((await portal.send('/')).text).toBe('render 2')
  await purgePages(['games'])
  await expect.poll(() => received).toEqual([['games']])
  await road.cut()
})

test('malformed payloads on the channel are ignored', async () => {
  const { received } = await startNode()
  const client = new pg.Client(world.connection)
  await client.connect()
  for (const payload of ['', 'x', '{}', '{"tags":7}', '{"tags":["a",1]}'])
    await client.query('select pg_notify($1, $2)', ['playhall_purge', payload])
  await client.end()
  await expect.poll(() => received.length).toBe(5)
  expect(received.flat()).toEqual(['a'])
})

function pool(): pg.Pool {
  return (database() as unknown as { $client: pg.Pool }).$client
}
