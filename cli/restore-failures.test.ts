import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '../app/db/connection.server.ts'
import { startEmbedded } from '../app/db/embedded.server.ts'
import { openTestDatabase } from '../testing/fixtures/database.ts'
import { createGame } from '../testing/fixtures/games.ts'
import { createPlayer } from '../testing/fixtures/players.ts'
import { settingsOf, startS3Server } from '../testing/fixtures/s3-server.ts'
import { backUpHere, createInconsistent, FACE, home, newDatabase, newFolder, query, readSchema, removeAll, restoreHere, run, SECRET, start } from '../testing/portal/archive-commands.ts' // prettier-ignore
import { startPortal } from '../testing/portal/portal-process.ts'

const archive = path.join(home, 'archive.tar.gz')
const AVATAR = 'profile_pictures/mara/face.webp'

/** Of all kills, `npm test` runs only the main one (testing/faults/kills.ts); `npm run check -- --all` runs these, too. */
const testOfKill = test.runIf(process.env.TEST_ALL)

beforeAll(async () => {
  const url = await newDatabase()
  openTestDatabase({ connectionString: url })
  await createPlayer({ username: 'mara_v', avatar: AVATAR })
  await createGame()
  await closeDatabase()
  await query(url, 'insert into wishlist_entries (player_id, game_id) select p.id, g.id from players p, games g')
  const file = path.join(process.env.DATA_DIR!, 'files', AVATAR)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, FACE)
  await backUpHere(archive, url)
})

afterAll(removeAll)

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

test('a failed restore changes nothing', async () => {
  const settings = { DATABASE_URL: await newDatabase(), DATA_DIR: newFolder() }
  await query(settings.DATABASE_URL, `insert into players (username, email) values ('old', 'old@mail.example')`)
  const schema = await readSchema(settings.DATABASE_URL)
  // The portal already has a file of the archive, as it does when it restores its own backup.
  const file = `files/${AVATAR}`
  const before = path.join(settings.DATA_DIR, file)
  fs.mkdirSync(path.dirname(before), { recursive: true })
  fs.writeFileSync(before, FACE)
  const failed = await run('restore', [await createInconsistent(archive), '--replace'], settings)
  expect(failed).toMatchObject({ code: 1, errors: expect.stringMatching(/^PostgreSQL refuses it: .*wishlist_entries.*\n$/) }) // prettier-ignore
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'old' }])
  expect(await readSchema(settings.DATABASE_URL)).toEqual(schema)
  expect(fs.globSync('**/*.webp', { cwd: settings.DATA_DIR })).toEqual([file])
})

test('a restore whose storage cannot remove old files is complete', async () => {
  const settings = { DATABASE_URL: await newDatabase() }
  await query(settings.DATABASE_URL, `insert into players (username, email) values ('old', 'old@mail.example')`)
  const s3 = await startS3Server()
  const old = 'profile_pictures/old/face.webp'
  s3.objects.set(old, { content: FACE, type: 'image/webp' })
  s3.failWith(503, 'DELETE')
  const restored = await run('restore', [archive, '--replace'], { ...settings, ...settingsOf(s3) })
  await s3.close()
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('\nRestored '),
    errors: expect.stringContaining('Could not remove 1 file of the previous portal.'),
  })
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'mara_v' }])
  expect([...s3.objects.keys()].toSorted()).toEqual([AVATAR, old])
})

test('a rollback that is interrupted puts the data of the newer release back', async () => {
  const settings = { DATABASE_URL: await newDatabase() }
  await query(settings.DATABASE_URL, `insert into players (username, email) values ('later', 'later@mail.example')`)
  await query(settings.DATABASE_URL, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`) // prettier-ignore
  const s3 = await startS3Server()
  const child = start('restore', [archive, '--replace'], { ...settings, ...settingsOf(s3) })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  const interrupted = once(child.stderr!, 'data')
  s3.beforeAnswer = () => {
    child.kill('SIGINT')
    return interrupted
  }
  const [code] = await once(child, 'close')
  await s3.close()
  expect(code).toBe(130)
  expect(output).toContain('The data of the newer release is back in its place')
  expect(await query(settings.DATABASE_URL, 'select username from players')).toEqual([{ username: 'later' }])
})

testOfKill('a restore that is killed half way does not change the database', async () => {
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
  // The killed command's transaction may hold its lock for a moment.
  await expect.poll(() => restoreHere(archive, settings.DATABASE_URL, true)).toMatchObject({ signedOut: null })
})

testOfKill('a restore that is killed before writing the secret leaves a portal that starts', async () => {
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
  expect(fs.readFileSync(secret, 'utf8')).toBe(other)

  // Both the backup and the restore report a missing secret.
  fs.rmSync(secret)
  const bare = path.join(home, 'bare.tar.gz')
  expect(await run('backup', [bare], settings)).toMatchObject({
    code: 0,
    errors: expect.stringMatching(
      /^The archive has no secret, since there is no auth-secret in DATA_DIR .* players have to sign in again\n$/,
    ),
  })
  expect(await restoreHere(bare, await newDatabase(true))).toMatchObject({ signedOut: 'The archive has no secret' })
})

test('a restore is refused while a portal is running', async () => {
  const dataDir = newFolder()
  const portal = await startEmbedded({ dataDir, role: 'portal' })
  expect(await run('restore', [archive], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    errors: `Another portal (pid ${process.pid}) is running on ${dataDir}: stop it, or set another DATA_DIR\n`,
  })
  await portal.release()
  const url = await newDatabase()
  const node = new pg.Client(url)
  await node.connect()
  await node.query('listen playhall_purge')
  await expect(restoreHere(archive, url, true)).rejects.toThrow(
    'The database is in use (1 connections): stop every portal first',
  )
  await node.end()
})

test('data of another PostgreSQL version is moved aside by a restore, and moved back if it fails', async () => {
  const dataDir = newFolder()
  const cluster = path.join(dataDir, 'postgres')
  fs.mkdirSync(cluster, { recursive: true })
  fs.writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n')
  expect(await run('backup', [path.join(home, 'x')], { DATA_DIR: dataDir })).toMatchObject({ code: 1, errors: expect.stringMatching(/^.*\/postgres was made by PostgreSQL 17, and this release of Playhall brings 18\. .*backup <file>; .*restore <file> --replace, .*\n$/) }) // prettier-ignore
  expect(await run('restore', [await createInconsistent(archive), '--replace'], { DATA_DIR: dataDir })).toMatchObject({ code: 1, errors: expect.stringContaining('PostgreSQL refuses it') }) // prettier-ignore
  expect(fs.readdirSync(cluster)).toEqual(['PG_VERSION'])
  expect(await run('restore', [archive, '--replace'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, errors: '' })
  expect(fs.readdirSync(`${cluster}-17`)).toEqual(['PG_VERSION'])
  expect(fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8')).toBe('18\n')
})
