import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' }
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileEntry, type Manifest, tableEntry } from '../app/backup/archive-format.server.ts'
import { checkArchive, readArchive } from '../app/backup/read-archive.server.ts'
import { migrateWithin } from '../app/backup/schema-version.server.ts'
import { createTally, sha256 } from '../app/backup/tally.server.ts'
import { createArchive } from '../app/backup/write-archive.server.ts'
import { awardCredits } from '../app/credits/ledger.server.ts'
import { closeDatabase, database, openDatabase } from '../app/db/connection.server.ts'
import { startEmbedded } from '../app/db/embedded.server.ts'
import { runClosers } from '../app/server/http/shutdown.server.ts'
import { logAct } from '../app/accounts/operators/audit-log.server.ts'
import { addJob } from '../app/server/jobs/jobs.server.ts'
import { MAILS } from '../app/server/mail/mail.server.ts'
import { createTestDatabase } from '../testing/fixtures/database.ts'
import { createGames } from '../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../testing/fixtures/players.ts'
import { startPortal } from '../testing/portal/portal-process.ts'
import { startS3Server } from '../testing/fixtures/s3-server.ts'

// Most tests start the program several times, with a separate PostgreSQL.

const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'playhall-backup-')))
fs.chmodSync(home, 0o711)
const SECRET = 'a secret of thirty-two characters, or more'
const FACE = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251))
const archive = path.join(home, 'archive.tar.gz')
const filesOf = (dataDir: string) => path.join(dataDir, 'files/profile_pictures')
const naughty = (naughtyStrings as string[]).filter((text) => text && !text.includes('\0'))
const dropping: (() => Promise<void>)[] = []
let source: { url: string; dataDir: string; manifest: Manifest }
let count = 0

beforeAll(async () => {
  Object.assign(process.env, { AUTH_SECRET: SECRET })
  source = await makeSource()
})

afterAll(async () => {
  for (const drop of dropping) await drop()
  fs.rmSync(home, { recursive: true, force: true })
})

/** Archives a portal on DATABASE_URL whose rows contain everything that can go wrong. Leaves no connection open. */
async function makeSource(): Promise<typeof source> {
  const url = await newDatabase()
  const dataDir = newFolder()
  openDatabase({ primary: { connectionString: url }, onError: () => {} })
  const games = await createGames(
    naughty.map((text) => ({ title: text, description: `\\N\t\\.\n${text}`, tags: ['a,b', '"', text], controls: [{ keys: [text], does: text }] })),
  ) // prettier-ignore
  const player = await createPlayer({ username: 'mara_v', fullName: 'Mára \\n "V" \u{1F3B2}' })
  await signIn(player)
  await database().transaction((tx) =>
    awardCredits(tx, { playerId: player.id, activity: 'login', credits: 10, key: 'login:1', metadata: { game: '\\t\t"' } }),
  ) // prettier-ignore
  await database().transaction((tx) =>
    logAct(tx, { by: player, act: 'operator added', on: { kind: 'player', id: player.id }, details: { text: '\\N\t"' } }),
  ) // prettier-ignore
  for (const game of games.slice(0, 3)) {
    await query(url, 'insert into wishlist_entries (player_id, game_id) values ($1, $2)', [player.id, game.id])
  }
  // This deletes the row with the last number of the sequence.
  await query(url, 'delete from wishlist_entries where game_id = $1', [games[2]!.id])
  await query(url, `insert into attempts values ('a', 1, now())`)
  await queueMails(url, ['one@mail.example', 'two@mail.example'])
  await closeDatabase()
  const avatar = `profile_pictures/${player.id}/face.webp`
  await query(url, 'update players set avatar = $1', [avatar])
  fs.mkdirSync(path.join(filesOf(dataDir), player.id), { recursive: true })
  fs.writeFileSync(path.join(dataDir, 'files', avatar), FACE)
  expect(await run('backup', [archive], { DATABASE_URL: url, DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    errors: '',
  })
  return { url, dataDir, manifest: await checkArchive(archive) }
}

/**
 * Creates a database and returns its URL. The database has the portal's schema, or nothing if `empty`. No connections
 * stay open.
 */
async function newDatabase(empty = false): Promise<string> {
  const { connection, drop } = await createTestDatabase()
  await closeDatabase()
  dropping.push(drop)
  if (empty) await query(connection.connectionString, 'drop schema public cascade; create schema public; drop schema drizzle cascade') // prettier-ignore
  return connection.connectionString
}

function newFolder(): string {
  return path.join(home, `data-${++count}`)
}

async function query(url: string, statement: string, values?: unknown[]) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

async function queueMails(url: string, addresses: string[]): Promise<void> {
  for (const to of addresses) await addJob(MAILS, { to, subject: 'Grüße', text: 'a\tb\\n\n', html: '<p>' })
  await runClosers((_, error) => expect(error).toBeUndefined())
  await query(url, `update jobs.job set state = 'active' where data->>'to' = 'two@mail.example'`)
}

function start(command: string, args: string[], settings: Record<string, string>, before: string[] = []): ChildProcess {
  const line = [...before, process.execPath, 'cli/portal.ts', command, ...args]
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: newFolder(),
    AUTH_SECRET: settings.DATABASE_URL ? SECRET : '',
    ...settings,
  }
  return spawn(line[0]!, line.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function run(command: string, args: string[], settings: Record<string, string>, before: string[] = []) {
  const child = start(command, args, settings, before)
  let [output, errors] = ['', '']
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}

/**
 * Returns an archive's manifest without the time, the PostgreSQL version and the audit log, to which archive commands
 * add entries.
 */
async function contentOf(file: string): Promise<Partial<Manifest>> {
  const { madeAt: _, postgres: __, tables, sequences, ...content } = await checkArchive(file)
  const isOther = (name: string) => name !== 'operator_acts'
  return {
    ...content,
    tables: tables.filter(({ name }) => isOther(name)),
    sequences: sequences.filter(({ table }) => isOther(table)),
  }
}

/** Returns all indexes, constraints, relations and migrations. */
async function readSchema(url: string): Promise<unknown[]> {
  return query(url, `
    select pg_get_indexdef(indexrelid) as is from pg_index join pg_class c on c.oid = indrelid where relnamespace = 'public'::regnamespace
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select relname || relpersistence::text || relkind::text from pg_class where relnamespace = 'public'::regnamespace
    union all select hash from drizzle.__drizzle_migrations
    order by 1`) // prettier-ignore
}

/**
 * Creates a complete archive in which a wishlist entry refers to a missing game, so that restoring fails at the very
 * end.
 */
async function createInconsistent(): Promise<string> {
  const file = path.join(home, `misfit-${++count}.tar.gz`)
  const copy = await createArchive(file)
  const tally = createTally()
  const manifest = structuredClone(source.manifest)
  for await (const entry of readArchive(archive)) {
    if (entry.kind === 'file') await copy.add(fileEntry(entry.key), entry.content)
    if (entry.kind === 'table') {
      const content = entry.table === 'wishlist_entries' ? Buffer.from(String(entry.content).replace(/\t\d+\t(?=\d{4}-)/, '\t99999\t')) : entry.content // prettier-ignore
      await copy.add(tableEntry(entry.table, 1), content)
      tally.addRows(entry.table, content)
    }
  }
  manifest.tables = manifest.tables.map((table) => ({ ...table, ...tally.rowsOf(table.name) }))
  Object.assign(manifest, { secret: null, jobs: tally.rowsOf('') })
  await copy.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  await copy.finish()
  return file
}

function settingsOf({ settings }: Awaited<ReturnType<typeof startS3Server>>): Record<string, string> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** Returns settings that kill a command when it calls this function on the file with the secret. */
function dyingAt(name: 'renameSync' | 'fsyncSync'): Record<string, string> {
  const file = path.join(home, `${name}.mjs`)
  fs.writeFileSync(
    file,
    `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const done = fs.${name}
    const targets = { renameSync: (from, to) => to, fsyncSync: (handle) => fs.readlinkSync('/proc/self/fd/' + handle) }
    fs.${name} = (...args) => {
      if (/\\/auth-secret[^/]*$/.test(targets.${name}(...args))) process.kill(process.pid, 'SIGKILL')
      return done(...args)
    }
    syncBuiltinESMExports()`,
  )
  return { NODE_OPTIONS: `--import=${file}` }
}

const sumOf = (manifest: Manifest, name: string) => manifest.tables.find((table) => table.name === name)

test('a portal moves from DATABASE_URL to embedded with S3 and back unchanged', async () => {
  const s3 = await startS3Server()
  const embedded = { DATA_DIR: newFolder(), ...settingsOf(s3) }
  const [second, third] = [path.join(home, 'second.tar.gz'), path.join(home, 'third.tar.gz')]
  const restored = await run('restore', [archive], embedded)
  expect(restored).toMatchObject({ code: 0, errors: '', output: expect.stringMatching(/\nRestored [\d,]+ rows of \d+ tables, 1 files of players \(0\.0 MB\), 2 queued jobs, the secret in [\d.]+ s\n$/) }) // prettier-ignore
  expect([...s3.objects]).toEqual([[sumOf(source.manifest, 'players') && expect.stringMatching(/^profile_pictures\/.*\/face\.webp$/), { content: FACE, type: 'image/webp' }]]) // prettier-ignore
  expect(fs.readFileSync(path.join(embedded.DATA_DIR, 'auth-secret'), 'utf8')).toBe(SECRET)
  expect(fs.statSync(path.join(embedded.DATA_DIR, 'auth-secret')).mode & 0o777).toBe(0o600)
  expect(await run('backup', [second], embedded)).toMatchObject({ code: 0, errors: '' })
  expect(await contentOf(second)).toEqual(await contentOf(archive))
  await s3.close()

  const back = { DATABASE_URL: await newDatabase(true), DATA_DIR: newFolder() }
  expect(await run('restore', [second], back)).toMatchObject({ code: 0, errors: '' })
  expect(await run('backup', [third], back)).toMatchObject({ code: 0, errors: '' })
  expect(await contentOf(third)).toEqual(await contentOf(archive))
  expect(await readSchema(back.DATABASE_URL)).toEqual(await readSchema(source.url))
  const [restoredRow] = await query(
    back.DATABASE_URL,
    'select (select count(*)::int from attempts) as attempts, avatar from players',
  )
  expect(restoredRow.attempts).toBe(0)
  expect(fs.readFileSync(path.join(back.DATA_DIR, 'files', restoredRow.avatar))).toEqual(FACE)
  expect(fs.existsSync(path.join(back.DATA_DIR, 'auth-secret'))).toBe(false)
  const [entry] = await query(back.DATABASE_URL, `insert into wishlist_entries (player_id, game_id) select p.id, max(g.id) from players p, games g group by p.id returning id::int`) // prettier-ignore
  expect(entry.id).toBe(4)
  expect(await query(back.DATABASE_URL, 'select * from operator_acts where id = 1')).toEqual(await query(source.url, 'select * from operator_acts where id = 1')) // prettier-ignore
  expect(await query(back.DATABASE_URL, 'select operator_name, act, on_kind, on_id from operator_acts order by id')).toMatchObject([
    { act: 'operator added' },
    { operator_name: 'command line', act: 'restored from archive', on_kind: 'archive', on_id: 'archive.tar.gz' },
    { act: 'restored from archive', on_id: 'second.tar.gz' },
    { act: 'backed up', on_id: 'third.tar.gz' },
  ]) // prettier-ignore
  const mails = await query(back.DATABASE_URL, `select id, state, data->>'to' as to from jobs.job order by 3`)
  expect(mails).toMatchObject([{ state: 'created', to: 'one@mail.example' }, { state: 'created', to: 'two@mail.example' }]) // prettier-ignore
  expect(mails).toMatchObject(await query(source.url, `select id from jobs.job order by data->>'to'`))
})

test('an existing portal is replaced only with --replace, and then completely', async () => {
  const settings = { DATABASE_URL: await newDatabase(), DATA_DIR: newFolder() }
  await query(settings.DATABASE_URL, `insert into players (username, email) values ('old', 'old@mail.example')`)
  const old = path.join(filesOf(settings.DATA_DIR), 'old/face.webp')
  fs.mkdirSync(path.dirname(old), { recursive: true })
  fs.writeFileSync(old, 'old')
  expect(await run('restore', [archive], settings)).toMatchObject({
    code: 1,
    errors: 'There is a portal in the database already (1 players): --replace puts the archive in its place\n',
  })
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'old' }])
  expect(fs.globSync('**/*.webp', { cwd: settings.DATA_DIR })).toEqual(['files/profile_pictures/old/face.webp'])

  expect(await run('restore', [archive, '--dry-run'], settings)).toMatchObject({ code: 0, errors: '' })
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'old' }])

  const replaced = await run('restore', [archive, '--replace'], { ...settings, AUTH_SECRET: `another ${SECRET}` })
  expect(replaced).toMatchObject({ code: 0, errors: '' })
  expect(replaced.output).toContain(
    'Removed 1 files of the previous portal\nAUTH_SECRET is not the secret of the archive',
  )
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'mara_v' }])
  expect(await readSchema(settings.DATABASE_URL)).toEqual(await readSchema(source.url))
  expect(fs.globSync('**/*.webp', { cwd: settings.DATA_DIR })).toEqual([expect.stringMatching(/face\.webp$/)])
  expect(fs.existsSync(old)).toBe(false)
})

test('a restore preserves operators’ own tables and functions', async () => {
  const settings = { DATABASE_URL: await newDatabase(), DATA_DIR: newFolder() }
  await query(settings.DATABASE_URL, `create function triple(n int) returns int language sql return 3 * n`)
  await query(
    settings.DATABASE_URL,
    `create table notes (note text); create index notes_note on notes (triple(length(note)))`,
  )
  const [index] = await query(settings.DATABASE_URL, `select 'notes_note'::regclass::oid`)
  await query(settings.DATABASE_URL, 'create view names as select username from players')
  expect(await run('restore', [archive, '--replace'], settings)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^PostgreSQL refuses it: .*; view names depends on table players\n$/),
  })
  await query(settings.DATABASE_URL, 'drop view names')
  expect(await run('restore', [archive, '--replace'], settings)).toMatchObject({ code: 0, errors: '' })
  expect(await query(settings.DATABASE_URL, `select 'notes_note'::regclass::oid`)).toEqual([index])
  await query(settings.DATABASE_URL, 'drop table notes; drop function triple')
  expect(await readSchema(settings.DATABASE_URL)).toEqual(await readSchema(source.url))
})

test('a failed restore changes nothing', async () => {
  const settings = { DATABASE_URL: await newDatabase(), DATA_DIR: newFolder() }
  await query(settings.DATABASE_URL, `insert into players (username, email) values ('old', 'old@mail.example')`)
  const schema = await readSchema(settings.DATABASE_URL)
  // The portal already has a file of the archive, as it does when it restores its own backup.
  const [file] = fs.globSync('files/**/*.webp', { cwd: source.dataDir })
  const before = path.join(settings.DATA_DIR, file!)
  fs.mkdirSync(path.dirname(before), { recursive: true })
  fs.writeFileSync(before, FACE)
  const failed = await run('restore', [await createInconsistent(), '--replace'], settings)
  expect(failed).toMatchObject({ code: 1, errors: expect.stringMatching(/^PostgreSQL refuses it: .*wishlist_entries.*\n$/) }) // prettier-ignore
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'old' }])
  expect(await readSchema(settings.DATABASE_URL)).toEqual(schema)
  expect(fs.globSync('**/*.webp', { cwd: settings.DATA_DIR })).toEqual([file])
})

test('a restore that is killed half way does not change the database', async () => {
  const settings = { DATABASE_URL: await newDatabase(), DATA_DIR: newFolder() }
  await query(settings.DATABASE_URL, `insert into players (username, email) values ('old', 'old@mail.example')`)
  // This bucket lists no files and never finishes an upload. By then the transaction has dropped all tables.
  const takes = Promise.withResolvers<void>()
  const bucket = createServer((req, res) => {
    if (req.method === 'PUT') takes.resolve()
    else res.writeHead(200, { 'Content-Type': 'application/xml' }).end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>') // prettier-ignore
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  const child = start('restore', [archive, '--replace'], { ...settings, ...s3 })
  await takes.promise
  child.kill('SIGKILL')
  await once(child, 'close')
  bucket.closeAllConnections()
  bucket.close()
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'old' }])
  await expect.poll(() => run('restore', [archive, '--replace'], settings)).toMatchObject({ code: 0 })
})

test('a restore that is killed before writing the secret leaves a portal that starts with the restored database', async () => {
  const settings = { DATA_DIR: newFolder() }
  const secret = path.join(settings.DATA_DIR, 'auth-secret')
  await run('restore', [archive], { ...settings, ...dyingAt('renameSync') })
  expect(fs.existsSync(secret)).toBe(false)
  const portal = await startPortal({ dataDir: settings.DATA_DIR })
  expect((await fetch(new URL('/players/mara_v', portal.url))).status).toBe(200)
  expect(fs.readFileSync(secret, 'utf8')).toHaveLength(43)
  await portal.stop()

  // A second restore also restores the secret.
  expect(await run('restore', [archive, '--replace'], settings)).toMatchObject({ code: 0, errors: '' })
  expect(fs.readFileSync(secret, 'utf8')).toBe(SECRET)

  const other = 'another secret of more than thirty-two characters'
  fs.writeFileSync(secret, other)
  await run('restore', [archive, '--replace'], { ...settings, ...dyingAt('fsyncSync') })
  const file = path.join(home, 'after-killed.tar.gz')
  expect(await run('backup', [file], settings)).toMatchObject({ code: 0, errors: '' })
  expect((await checkArchive(file)).secret).toBe(sha256(other))

  // A folder in place of the file simulates any disk fault.
  fs.rmSync(secret)
  fs.mkdirSync(secret)
  const unwritten = await run('restore', [archive, '--replace'], settings)
  expect(unwritten).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\nThe secret cannot be written \(.*\): players have to sign in again\n$/),
  })
  fs.rmdirSync(secret)
  fs.writeFileSync(secret, other)

  // Both the backup and the restore report a missing secret.
  fs.rmSync(secret)
  const bare = path.join(home, 'bare.tar.gz')
  expect(await run('backup', [bare], settings)).toMatchObject({
    code: 0,
    errors: expect.stringMatching(
      /^The archive has no secret, since there is no auth-secret in DATA_DIR .* players have to sign in again\n$/,
    ),
  })
  const restored = await run('restore', [bare, '--replace'], settings)
  expect(restored.output).toContain('The archive has no secret: players have to sign in again\n')
})

test('archives and restores omit mails whose links have expired', async () => {
  const url = await newDatabase()
  openDatabase({ primary: { connectionString: url }, onError: () => {} })
  for (const kind of ['reset', 'confirm', 'known-address'] as const) {
    await addJob(MAILS, { kind, to: `old-${kind}@mail.example` })
    await addJob(MAILS, { kind, to: `new-${kind}@mail.example` })
  }
  await runClosers((_, error) => expect(error).toBeUndefined())
  await query(url, `update jobs.job set created_on = now() - interval '2 hours' where data->>'to' like 'old-%'`)
  await closeDatabase()
  const file = path.join(home, 'expired.tar.gz')
  expect(await run('backup', [file], { DATABASE_URL: url })).toMatchObject({ code: 0, errors: '' })
  let jobs = ''
  for await (const entry of readArchive(file)) if (entry.kind === 'jobs') jobs += String(entry.content)
  expect((jobs.match(/\w+-[\w-]+(?=@)/g) ?? []).toSorted()).toEqual(
    ['new-confirm', 'new-known-address', 'new-reset', 'old-confirm'], // prettier-ignore
  )

  const later = path.join(home, 'restored-later.tar.gz')
  const copy = await createArchive(later)
  const manifest = { ...(await checkArchive(file)), madeAt: new Date(Date.now() - 2 * 3_600_000).toISOString() }
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'table') await copy.add(tableEntry(entry.table, 1), entry.content)
    if (entry.kind === 'jobs') await copy.add('jobs/00001.copy', entry.content)
    if (entry.kind === 'secret') await copy.add('auth-secret', entry.content)
  }
  await copy.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  await copy.finish()
  const target = await newDatabase(true)
  expect(await run('restore', [later], { DATABASE_URL: target })).toMatchObject({
    code: 0,
    output: expect.stringContaining('Left out 2 queued jobs'),
  })
  expect(await query(target, `select data->>'to' as to from jobs.job order by 1`)).toEqual([{ to: 'new-confirm@mail.example' }, { to: 'old-confirm@mail.example' }]) // prettier-ignore
})

test('a backup that is killed half way leaves no archive, and the next one is complete', async () => {
  const url = await newDatabase()
  await query(url, `insert into players (username, email, full_name) select 'p' || n, n || '@mail.example', md5(n::text) || md5((n + 1)::text) from generate_series(1, 60000) n`) // prettier-ignore
  const file = path.join(home, 'killed.tar.gz')
  const child = start('backup', [file], { DATABASE_URL: url })
  await expect.poll(() => fs.statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0, { interval: 5 }).toBeGreaterThan(100_000) // prettier-ignore
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(fs.existsSync(file)).toBe(false)
  expect(await run('backup', [file], { DATABASE_URL: url })).toMatchObject({ code: 0 })
  expect(fs.existsSync(`${file}.part`)).toBe(false)
  expect(sumOf(await checkArchive(file), 'players')?.rows).toBe(60_000)
})

test('a full disk is reported in one line and leaves no file', async () => {
  const file = path.join(home, 'full.tar.gz')
  const limited = ['/bin/sh', '-c', 'ulimit -f 8; exec "$@"', 'sh']
  const full = await run('backup', [file], { DATABASE_URL: source.url }, limited)
  expect(full).toMatchObject({
    code: 1,
    output: '',
    errors: `${file} cannot be written: EFBIG: file too large, write\n`,
  })
  expect(fs.readdirSync(home).filter((name) => name.startsWith('full'))).toEqual([])
})

test('a backup while players earn credits has balances that match the ledgers', async () => {
  const url = await newDatabase()
  openDatabase({ primary: { connectionString: url, statement_timeout: 0 }, onError: () => {} })
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
  expect(await run('backup', [file], { DATABASE_URL: url })).toMatchObject({ code: 0, errors: '' })
  expect(awards).toBeGreaterThan(before)
  over = true
  await Promise.all(earning)
  await closeDatabase()
  const restored = await newDatabase(true)
  expect(await run('restore', [file], { DATABASE_URL: restored })).toMatchObject({ code: 0, errors: '' })
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
  expect(await run('restore', [file, '--dry-run'], {})).toMatchObject({ code: 0, errors: '' })
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

test('a restore is refused while a portal is running', async () => {
  const dataDir = newFolder()
  const portal = await startEmbedded({ dataDir, role: 'portal' })
  expect(await run('restore', [archive], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    errors: `Another portal (pid ${process.pid}) is running on ${dataDir}: stop it, or set another DATA_DIR\n`,
  })
  await portal.release()
  const node = new pg.Client(source.url)
  await node.connect()
  await node.query('listen playhall_purge')
  expect(await run('restore', [archive, '--replace'], { DATABASE_URL: source.url })).toMatchObject({
    code: 1,
    errors: 'The database is in use (1 connections): stop every portal first\n',
  })
  await node.end()
})

test('an archive of an older schema is migrated, and one of a newer is refused before any change', async () => {
  const url = await newDatabase(true)
  const client = new pg.Client(url)
  await client.connect()
  await migrateWithin(client, 0, 2)
  await client.query(`insert into players (username, email) values ('old', 'old@mail.example')`)
  await client.end()
  const file = path.join(home, 'older.tar.gz')
  expect(await run('backup', [file], { DATABASE_URL: url })).toMatchObject({ code: 0, errors: '' })
  expect((await checkArchive(file)).schema.migrations).toBe(2)
  const target = await newDatabase()
  expect(await run('restore', [file], { DATABASE_URL: target })).toMatchObject({ code: 0, errors: '' })
  expect(await query(target, 'select username from players')).toEqual([{ username: 'old' }])
  expect(await readSchema(target)).toEqual(await readSchema(source.url))

  const newer = path.join(home, 'newer.tar.gz')
  const writer = await createArchive(newer)
  const nothing = { rows: 0, bytes: 0, sha256: sha256('') }
  const manifest = { ...source.manifest, playhall: '9.0.0', schema: { migrations: 99, hash: sha256('99') }, tables: [], jobs: nothing, files: { count: 0, bytes: 0, sha256: sha256('') }, secret: null } // prettier-ignore
  await writer.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  await writer.finish()
  expect(await run('restore', [newer, '--replace'], { DATABASE_URL: target })).toMatchObject({
    code: 1,
    errors: `${newer} was made by another release, Playhall 9.0.0: restore it with that one or a later\n`,
  })
  expect(await query(target, 'select username from players')).toEqual([{ username: 'old' }])
})

test('an empty database and one of a newer release cannot be backed up', async () => {
  const url = await newDatabase(true)
  const file = path.join(home, 'none.tar.gz')
  expect(await run('backup', [file], { DATABASE_URL: url })).toMatchObject({ code: 1, errors: 'There is nothing to back up: the database has no portal in it\n' }) // prettier-ignore
  const later = await newDatabase()
  await query(later, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`)
  expect(await run('backup', [file], { DATABASE_URL: later })).toMatchObject({ code: 1, errors: 'The database is of another release of Playhall, newer than this one: use the release that runs on it, or go back with restore <file> --replace\n' }) // prettier-ignore
  expect(fs.readdirSync(home).filter((name) => name.startsWith('none'))).toEqual([])
})

test('data of another PostgreSQL version is moved aside by a restore, and moved back if it fails', async () => {
  const dataDir = newFolder()
  const cluster = path.join(dataDir, 'postgres')
  fs.mkdirSync(cluster, { recursive: true })
  fs.writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n')
  expect(await run('backup', [path.join(home, 'x')], { DATA_DIR: dataDir })).toMatchObject({ code: 1, errors: expect.stringMatching(/^.*\/postgres was made by PostgreSQL 17, and this release of Playhall brings 18\. .*backup <file>; .*restore <file> --replace, .*\n$/) }) // prettier-ignore
  expect(await run('restore', [await createInconsistent(), '--replace'], { DATA_DIR: dataDir })).toMatchObject({ code: 1, errors: expect.stringContaining('PostgreSQL refuses it') }) // prettier-ignore
  expect(fs.readdirSync(cluster)).toEqual(['PG_VERSION'])
  expect(await run('restore', [archive, '--replace'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, errors: '' })
  expect(fs.readdirSync(`${cluster}-17`)).toEqual(['PG_VERSION'])
  expect(fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8')).toBe('18\n')
})
