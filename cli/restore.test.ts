import * as fs from 'node:fs'
import path from 'node:path'
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' }
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logAct } from '../app/accounts/operators/audit-log.server.ts'
import { fileEntry, type Manifest, tableEntry } from '../app/backup/archive-format.server.ts'
import { checkArchive, readArchive } from '../app/backup/read-archive.server.ts'
import { migrateWithin } from '../app/backup/schema-version.server.ts'
import { sha256 } from '../app/backup/tally.server.ts'
import { createArchive } from '../app/backup/write-archive.server.ts'
import { awardCredits } from '../app/credits/ledger.server.ts'
import { closeDatabase, database } from '../app/db/connection.server.ts'
import { runClosers } from '../app/server/http/shutdown.server.ts'
import { addJob } from '../app/server/jobs/jobs.server.ts'
import { MAILS } from '../app/server/mail/mail.server.ts'
import { openTestDatabase } from '../testing/fixtures/database.ts'
import { createGames } from '../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../testing/fixtures/players.ts'
import { settingsOf, startS3Server } from '../testing/fixtures/s3-server.ts'
import { backUpHere, FACE, home, newDatabase, newFolder, query, readSchema, removeAll, restoreHere, run, SECRET } from '../testing/portal/archive-commands.ts' // prettier-ignore

const archive = path.join(home, 'archive.tar.gz')
const naughty = (naughtyStrings as string[]).filter((text) => text && !text.includes('\0'))
let source: { url: string; avatar: string; manifest: Manifest }

beforeAll(async () => {
  source = await makeSource()
})

afterAll(removeAll)

/** Archives a portal on DATABASE_URL whose rows contain everything that can go wrong. Leaves no connection open. */
async function makeSource(): Promise<typeof source> {
  const url = await newDatabase()
  openTestDatabase({ connectionString: url })
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
  const face = path.join(process.env.DATA_DIR!, 'files', avatar)
  fs.mkdirSync(path.dirname(face), { recursive: true })
  fs.writeFileSync(face, FACE)
  await backUpHere(archive, url)
  return { url, avatar, manifest: await checkArchive(archive) }
}

async function queueMails(url: string, addresses: string[]): Promise<void> {
  for (const to of addresses) await addJob(MAILS, { to, subject: 'Grüße', text: 'a\tb\\n\n', html: '<p>' })
  await runClosers((_, error) => expect(error).toBeUndefined())
  await query(url, `update jobs.job set state = 'active' where data->>'to' = 'two@mail.example'`)
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

test('a portal moves from DATABASE_URL to embedded with S3 and back unchanged', async () => {
  const s3 = await startS3Server()
  const embedded = { DATA_DIR: newFolder(), ...settingsOf(s3) }
  const [second, third] = [path.join(home, 'second.tar.gz'), path.join(home, 'third.tar.gz')]
  const restored = await run('restore', [archive], embedded)
  expect(restored).toMatchObject({ code: 0, errors: '', output: expect.stringMatching(/\nRestored [\d,]+ rows of \d+ tables, 1 file of players \(0\.0 MB\), 2 queued jobs, the secret in [\d.]+ s\n$/) }) // prettier-ignore
  expect([...s3.objects]).toEqual([[expect.stringMatching(/^profile_pictures\/.*\/face\.webp$/), { content: FACE, type: 'image/webp' }]]) // prettier-ignore
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
  const old = path.join(settings.DATA_DIR, 'files/profile_pictures/old/face.webp')
  fs.mkdirSync(path.dirname(old), { recursive: true })
  fs.writeFileSync(old, 'old')
  // The portal already has the archive's file, as it does when it restores its own backup.
  const same = path.join(settings.DATA_DIR, 'files', source.avatar)
  fs.mkdirSync(path.dirname(same), { recursive: true })
  fs.writeFileSync(same, FACE)
  expect(await run('restore', [archive], settings)).toMatchObject({
    code: 1,
    errors: 'There is a portal in the database already (1 players): --replace puts the archive in its place\n',
  })
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'old' }])
  expect([old, same].filter((file) => !fs.existsSync(file))).toEqual([])

  expect(await run('restore', [archive, '--dry-run'], settings)).toMatchObject({ code: 0, errors: '' })
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'old' }])

  const replaced = await run('restore', [archive, '--replace'], { ...settings, AUTH_SECRET: `another ${SECRET}` })
  expect(replaced).toMatchObject({ code: 0, errors: '' })
  expect(replaced.output).toContain(
    'Removed 1 file of the previous portal\nAUTH_SECRET is not the secret of the archive: players have to sign in again\n',
  )
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'mara_v' }])
  expect(await readSchema(settings.DATABASE_URL)).toEqual(await readSchema(source.url))
  expect(fs.globSync('**/*.webp', { cwd: settings.DATA_DIR })).toEqual([path.join('files', source.avatar)])
  expect(fs.readFileSync(same)).toEqual(FACE)
})

test('a restore preserves operators’ own tables and functions', async () => {
  const url = await newDatabase()
  await query(url, `create function triple(n int) returns int language sql return 3 * n`)
  await query(url, `create table notes (note text); create index notes_note on notes (triple(length(note)))`)
  const [index] = await query(url, `select 'notes_note'::regclass::oid`)
  await query(url, 'create view names as select username from players')
  await expect(restoreHere(archive, url, true)).rejects.toMatchObject({
    detail: 'view names depends on table players',
  })
  await query(url, 'drop view names')
  await restoreHere(archive, url, true)
  expect(await query(url, `select 'notes_note'::regclass::oid`)).toEqual([index])
  await query(url, 'drop table notes; drop function triple')
  expect(await readSchema(url)).toEqual(await readSchema(source.url))
})

test('archives and restores omit mails whose links have expired', async () => {
  const url = await newDatabase()
  openTestDatabase({ connectionString: url })
  for (const kind of ['reset', 'confirm', 'known-address'] as const) {
    await addJob(MAILS, { kind, to: `old-${kind}@mail.example` })
    await addJob(MAILS, { kind, to: `new-${kind}@mail.example` })
  }
  const text = { subject: 'An answer', text: 'Hello', html: '<p>Hello</p>' }
  await addJob(MAILS, { to: 'old-answer@mail.example', ...text })
  await runClosers((_, error) => expect(error).toBeUndefined())
  await query(url, `update jobs.job set created_on = now() - interval '2 hours' where data->>'to' like 'old-%'`)
  await closeDatabase()
  const file = path.join(home, 'expired.tar.gz')
  await backUpHere(file, url)
  let jobs = ''
  for await (const entry of readArchive(file)) if (entry.kind === 'jobs') jobs += String(entry.content)
  expect((jobs.match(/\w+-[\w-]+(?=@)/g) ?? []).toSorted()).toEqual(
    ['new-confirm', 'new-known-address', 'new-reset', 'old-answer', 'old-confirm'], // prettier-ignore
  )

  const later = path.join(home, 'restored-later.tar.gz')
  const copy = await createArchive(later)
  const manifest = { ...(await checkArchive(file)), madeAt: new Date(Date.now() - 2 * 3_600_000).toISOString() }
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'table') await copy.add(tableEntry(entry.table, 1), entry.content)
    if (entry.kind === 'file') await copy.add(fileEntry(entry.key), entry.content)
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
  expect(await query(target, `select data->>'to' as to from jobs.job order by 1`)).toEqual(
    ['new-confirm', 'old-answer', 'old-confirm'].map((name) => ({ to: `${name}@mail.example` })),
  )
})

test('an archive of an older schema is migrated, and one of a newer is refused before any change', async () => {
  const url = await newDatabase(true)
  const client = new pg.Client(url)
  await client.connect()
  await migrateWithin(client, 0, 2)
  await client.query(`insert into players (username, email) values ('old', 'old@mail.example')`)
  await client.end()
  const file = path.join(home, 'older.tar.gz')
  await backUpHere(file, url)
  expect((await checkArchive(file)).schema.migrations).toBe(2)
  const target = await newDatabase()
  await restoreHere(file, target)
  expect(await query(target, 'select username from players')).toEqual([{ username: 'old' }])
  expect(await readSchema(target)).toEqual(await readSchema(source.url))

  const newer = path.join(home, 'newer.tar.gz')
  const writer = await createArchive(newer)
  const nothing = { rows: 0, bytes: 0, sha256: sha256('') }
  const manifest = { ...source.manifest, playhall: '9.0.0', schema: { migrations: 99, hash: sha256('99') }, tables: [], jobs: nothing, files: { count: 0, bytes: 0, sha256: sha256('') }, secret: null } // prettier-ignore
  await writer.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  await writer.finish()
  await expect(restoreHere(newer, target, true)).rejects.toThrow(
    `${newer} was made by another release, Playhall 9.0.0: restore it with that one or a later`,
  )
  expect(await query(target, 'select username from players')).toEqual([{ username: 'old' }])
})
