import { once } from 'node:events'
import * as fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkArchive, readArchive } from '../app/backup/read-archive.server.ts'
import { awardCredits } from '../app/credits/ledger.server.ts'
import { closeDatabase, database } from '../app/db/connection.server.ts'
import { startDatabaseProxy } from '../testing/fixtures/database-proxy.ts'
import { openTestDatabase } from '../testing/fixtures/database.ts'
import { createPlayer } from '../testing/fixtures/players.ts'
import { settingsOf, startS3Server } from '../testing/fixtures/s3-server.ts'
import { backUpHere, FACE, home, newDatabase, query, removeAll, restoreHere, run, start } from '../testing/portal/archive-commands.ts' // prettier-ignore

afterAll(removeAll)

/** Rows that hardly compress. */
const ADD_PLAYERS = `
  insert into players (username, email, full_name)
  select 'p' || n, n || '@mail.example', md5(n::text) || md5((n + 1)::text) from generate_series(1, $1::int) n`

test('a backup that is interrupted or killed half way leaves no archive, and the next one is complete', async () => {
  const url = await newDatabase()
  await query(url, ADD_PLAYERS, [6000])
  const file = path.join(home, 'killed.tar.gz')
  const proxy = await startDatabaseProxy(url)
  const endHalfWay = async (signal: NodeJS.Signals) => {
    // The table of players has some 700 kB.
    const hung = proxy.hangAfter(300_000)
    const child = start('backup', [file], { DATABASE_URL: proxy.connection.connectionString })
    await hung
    expect(fs.existsSync(`${file}.part`)).toBe(true)
    child.kill(signal)
    const [code] = await once(child, 'close')
    await proxy.repair()
    return code
  }
  expect(await endHalfWay('SIGINT')).toBe(130)
  expect([file, `${file}.part`].filter((name) => fs.existsSync(name))).toEqual([])
  await endHalfWay('SIGKILL')
  expect(fs.existsSync(file)).toBe(false)
  await backUpHere(file, url)
  expect(fs.existsSync(`${file}.part`)).toBe(false)
  expect((await checkArchive(file)).tables.find(({ name }) => name === 'players')?.rows).toBe(6000)
  await proxy.cut()
})

test('a full disk is reported in one line and leaves no file', async () => {
  const file = path.join(home, 'full.tar.gz')
  const url = await newDatabase()
  await query(url, ADD_PLAYERS, [1000])
  const limited = ['/bin/sh', '-c', 'ulimit -f 8; exec "$@"', 'sh']
  const full = await run('backup', [file], { DATABASE_URL: url }, limited)
  expect(full).toMatchObject({
    code: 1,
    output: '',
    errors: `${file} cannot be written: EFBIG: file too large, write\n`,
  })
  expect(fs.readdirSync(home).filter((name) => name.startsWith('full'))).toEqual([])
})

test('a backup while players earn credits has balances that match the ledgers', async () => {
  const url = await newDatabase()
  openTestDatabase({ connectionString: url })
  const players = await Promise.all(Array.from({ length: 20 }, () => createPlayer()))
  let over = false
  let awards = 0
  const earn = async (playerId: string) => {
    while (!over) {
      const key = `spin:${++awards}`
      await database().transaction((tx) => awardCredits(tx, { playerId, activity: 'spin', credits: 5, key, metadata: { key } })) // prettier-ignore
    }
  }
  const earning = players.map(({ id }) => earn(id))
  const file = path.join(home, 'while-earning.tar.gz')
  const before = awards
  await backUpHere(file, url)
  expect(awards).toBeGreaterThan(before)
  over = true
  await Promise.all(earning)
  await closeDatabase()
  const restored = await newDatabase(true)
  await restoreHere(file, restored)
  const [sums] = await query(restored, `select count(*)::int as players, sum(total)::int as total, bool_and(total = (select sum(credits) from credit_awards a where a.player_id = b.player_id)) as equal from credit_balances b`) // prettier-ignore
  expect(sums).toMatchObject({ equal: true })
  expect(sums.total).toBeGreaterThan(0)
})

test('a picture that is replaced during a backup is archived as its row states, and a missing one is reported', async () => {
  const url = await newDatabase()
  const s3 = await startS3Server()
  const keyOf = (name: string) => `profile_pictures/changing/${name}.webp`
  await query(url, `insert into players (username, email, avatar) values ('lost', 'l@mail.example', $1)`, [
    keyOf('lost'),
  ])
  await query(url, `insert into players (username, email) values ('changing', 'c@mail.example')`)
  const put = (name: string) => s3.objects.set(keyOf(name), { content: FACE, type: 'image/webp' })
  const change = (name: string) =>
    query(url, `update players set avatar = $1 where username = 'changing'`, [keyOf(name)])
  // A file appears after the first listing. By the next request, another file has replaced it.
  let replaced: Promise<unknown> | undefined
  s3.beforeAnswer = async () => {
    if (s3.objects.size === 0) {
      await change('first')
      return setTimeout(() => put('first'), 0)
    }
    put('second')
    await (replaced ??= change('second'))
    s3.objects.delete(keyOf('first'))
  }
  const file = path.join(home, 'changing.tar.gz')
  expect(await run('backup', [file], { DATABASE_URL: url, ...settingsOf(s3) })).toMatchObject({
    code: 2,
    errors: `1 file that the database names is missing: ${keyOf('lost')}\n`,
  })
  await s3.close()
  const keys: string[] = []
  let players = ''
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'file') keys.push(entry.key)
    if (entry.kind === 'table' && entry.table === 'players') players = String(entry.content)
  }
  expect(keys).toEqual([keyOf('second')])
  expect(players).toContain(keyOf('second'))
})

test('a backup with missing files is written, lists them and exits with 2', async () => {
  const url = await newDatabase()
  await query(url, `insert into players (username, email, avatar) select 'p' || n, n || '@mail.example', 'profile_pictures/p' || n || '/face.webp' from generate_series(1, 1200) n`) // prettier-ignore
  const file = path.join(home, 'no-files.tar.gz')
  const { code, errors } = await run('backup', [file], { DATABASE_URL: url })
  expect(code).toBe(2)
  expect(errors).toMatch(
    /^1,200 files that the database names are missing: (profile_pictures\/p\d+\/face\.webp, ){5}…\n$/,
  )
  expect(await checkArchive(file)).toMatchObject({ files: { count: 0 } })
})

test('a storage that fails in the middle of a file is reported in one line and leaves no archive', async () => {
  const url = await newDatabase()
  const s3 = await startS3Server()
  const key = 'profile_pictures/mara/face.webp'
  s3.objects.set(key, { content: FACE, type: 'image/webp' })
  s3.breaksOff = true
  const file = path.join(home, 'broken-off.tar.gz')
  const { code, errors } = await run('backup', [file], { DATABASE_URL: url, ...settingsOf(s3) })
  await s3.close()
  expect(code).toBe(1)
  expect(errors).toMatch(new RegExp(`^The storage broke off in the middle of ${key} \\([^\n]+\\)\n$`))
  expect(fs.existsSync(file)).toBe(false)
})

test('an empty database and one of a newer release cannot be backed up', async () => {
  const url = await newDatabase(true)
  const file = path.join(home, 'none.tar.gz')
  await expect(backUpHere(file, url)).rejects.toThrow('There is nothing to back up: the database has no portal in it')
  const later = await newDatabase()
  await query(later, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`)
  await expect(backUpHere(file, later)).rejects.toThrow(
    'The database is of another release of Playhall, newer than this one: ' +
      'use the release that runs on it, or go back with restore <file> --replace',
  )
  expect(fs.readdirSync(home).filter((name) => name.startsWith('none'))).toEqual([])
})
