import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startReplicatedServer } from '../../testing/fixtures/replica.ts'
import { buildRoad, type Road } from '../../testing/fixtures/road.ts'
import { listenForPurges, purgePages } from '../server/purge.server.ts'
import { closeDatabase, database, openDatabase, replica } from './connection.server.ts'
import { preparedOnReplica } from './query.server.ts'

let servers: Awaited<ReturnType<typeof startReplicatedServer>>
let standby: pg.Client
let road: Road

beforeAll(async () => {
  servers = await startReplicatedServer()
  standby = new pg.Client(servers.replica)
  await standby.connect()
})
afterAll(async () => {
  await standby.end()
  await servers.stop()
})

beforeEach(async () => {
  road = await buildRoad(servers.replica)
  openAt(road.connection.connectionString)
  await database().execute(sql`create table if not exists games_there (number int)`)
})
afterEach(async () => {
  await standby.query('select pg_wal_replay_resume()')
  await road.cut()
  await closeDatabase()
})

function openAt(replicaUrl: string): void {
  const primary = { connectionString: servers.primary }
  openDatabase({ primary, replica: { connectionString: replicaUrl }, onError: () => {} })
}

/** Which of the two answers a page's read. */
async function whoAnswers(): Promise<string> {
  const [row] = await preparedOnReplica<{ recovers: boolean }>('who', 'select pg_is_in_recovery() as recovers')
  return row?.recovers ? 'replica' : 'primary'
}

const expectAnswersFrom = (who: string) => expect.poll(whoAnswers, { interval: 100 }).toBe(who)
const addGame = () => database().execute(sql`insert into games_there values (1)`)
async function countGames(): Promise<number> {
  const [row] = await preparedOnReplica<{ games: number }>('games', 'select count(*)::int as games from games_there')
  return row?.games ?? 0
}

test('a replica that is well answers reads; one that is stopped does not, until it is back', async () => {
  await expectAnswersFrom('replica')
  await road.cut()
  for (let asked = 0; asked < 20; asked++) expect(await whoAnswers()).toBe('primary')
  await expect.poll(() => replica()?.fault()).toMatch(/ECONNREFUSED|terminated/)
  await road.mend()
  await expectAnswersFrom('replica')
})

test('no read waits long for a replica that hangs', async () => {
  await expectAnswersFrom('replica')
  await Promise.all(Array.from({ length: 10 }, whoAnswers))
  road.hang()
  const first = await Promise.all(Array.from({ length: 30 }, whoAnswers))
  expect(first).toEqual(first.map(() => 'primary'))
  expect(replica()?.pool()).toBe(null)
  for (let asked = 0; asked < 20; asked++) expect(await whoAnswers()).toBe('primary')
  road.forget()
  await road.mend()
  await expectAnswersFrom('replica')
})

test('a replica that refuses us, or is none, is never read from', async () => {
  await closeDatabase()
  for (const [url, why] of [
    [Object.assign(new URL(servers.replica), { password: 'wrong' }).href, /password authentication failed/],
    [servers.primary, 'it is no replica'],
  ] as const) {
    openAt(url)
    await expect.poll(() => replica()?.fault()).toMatch(why)
    expect(await whoAnswers()).toBe('primary')
    await closeDatabase()
  }
})

test('a replica that falls behind is left alone until it has caught up', async () => {
  await expectAnswersFrom('replica')
  await standby.query('select pg_wal_replay_pause()')
  await addGame()
  await expectAnswersFrom('primary')
  expect(replica()?.fault()).toBe('it is late')
  await addGame()
  await sleep(1500)
  expect(await whoAnswers()).toBe('primary')
  await standby.query('select pg_wal_replay_resume()')
  await expectAnswersFrom('replica')
})

test('what was purged is read as it is now, however late the replica', async () => {
  const before = await countGames()
  let counted = Promise.resolve(0)
  let heard = 0
  const stop = listenForPurges({
    connection: { connectionString: servers.primary },
    onPurge: () => ((heard += 1), (counted = countGames())),
    onGap: () => {},
  })
  const delay = async (time: string) => {
    await standby.query(`alter system set recovery_min_apply_delay = '${time}'`)
    await standby.query('select pg_reload_conf()')
  }
  await delay('300ms')
  try {
    await sleep(300)
    for (let round = 1; round <= 5; round++) {
      await expectAnswersFrom('replica')
      if (round === 5) await standby.query('select pg_wal_replay_pause()')
      await database().transaction(async (tx) => {
        await tx.execute(sql`insert into games_there values (1)`)
        await purgePages(['games'], tx)
      })
      await expect.poll(() => heard, { interval: 5 }).toBe(round)
      expect(await counted).toBe(before + round)
    }
    await sleep(1500)
    expect(await countGames()).toBe(before + 5)
  } finally {
    await delay('0')
    await stop()
  }
})

test('a read that the replica breaks off is made on the primary', async () => {
  await closeDatabase()
  openDatabase({
    primary: { connectionString: servers.primary },
    replica: { ...road.connection, statement_timeout: 0 },
    onError: () => {},
  })
  await expectAnswersFrom('replica')
  const slow = 'select pg_is_in_recovery() as recovers, case when pg_is_in_recovery() then pg_sleep(600) end'
  const read = preparedOnReplica<{ recovers: boolean }>('slow', slow)
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`
  await expect.poll(async () => (await standby.query(cancel)).rowCount).toBe(1)
  expect((await read)[0]?.recovers).toBe(false)
})

test('while the primary is down the replica goes on answering', async () => {
  await closeDatabase()
  const toPrimary = await buildRoad(servers.primary)
  openDatabase({ primary: toPrimary.connection, replica: road.connection, onError: () => {} })
  await expectAnswersFrom('replica')
  await toPrimary.cut()
  await sleep(1500)
  expect(await whoAnswers()).toBe('replica')
})
