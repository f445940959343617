import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, openTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { SCORE_PAGE, zipOf } from '../../testing/fixtures/zips.ts'
import { closeDatabase, database } from '../db/connection.server.ts'
import { addGame } from '../games/uploads/add-game.server.ts'
import { findGameFile } from '../games/uploads/find-game-file.server.ts'
import { previewHref } from '../games/uploads/preview-token.server.ts'
import { findManagedGame } from '../games/management/managed-game.server.ts'
import { receiveZip } from '../games/uploads/archive/receive-zip.server.ts'
import { storage } from '../server/files/storage.server.ts'
import { runClosers } from '../server/http/shutdown.server.ts'
import { openLog } from '../server/process/log.server.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { makeBackup } from './make-backup.server.ts'
import { checkArchive } from './read-archive.server.ts'
import { restoreBackup } from './restore-backup.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-game-backup-'))
let world: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  Object.assign(process.env, { DATA_DIR: folder, AUTH_SECRET: 'a secret of thirty-two characters, or more' })
  openLog({ level: 'silent', pretty: false })
  world = await createTestDatabase()
})
afterAll(async () => {
  await runClosers(() => {})
  await world.drop()
  rmSync(folder, { recursive: true })
})

test('an uploaded game with a file of 65 MB survives a backup and a restore', async () => {
  const operator = (await createPlayer({ role: 'operator' })) as unknown as Player
  // Compresses quickly, and no two of its blocks are the same.
  const large = Buffer.alloc(65 << 20, 'lamp ')
  for (let at = 0; at < large.length; at += 1024) large.writeUInt32LE(at, at)
  const form = new FormData()
  const zip = zipOf([
    ['index.html', SCORE_PAGE],
    { name: 'world.bin', content: large, stored: true },
    ['a/level.json', '{"level":1}'],
  ])
  form.set('zip', new File([new Uint8Array(zip)], 'big.zip'))
  const about = { title: 'Big', description: '', howToPlay: '', categories: ['Puzzle'], controls: null, width: null, height: null, playsOnPhones: null } // prettier-ignore
  const request = new Request('http://portal.example/', { method: 'POST', body: form })
  const added = await receiveZip(request, (_, useZip) => useZip((upload) => addGame(operator, about, upload)))
  const id = (added as { done: number }).done
  const preview = previewHref((await findManagedGame(id))!.url!)
  // Queued jobs are restored through a connection of their own.
  await database().execute(sql`delete from jobs.job`)
  await runClosers(() => {})
  await closeDatabase()

  const archive = path.join(folder, 'archive.tar.gz')
  const { manifest, missing } = await makeBackup(archive, world.connection)
  expect([missing, manifest.files.count]).toEqual([[], 3])
  expect(await checkArchive(archive)).toEqual(manifest)
  const files = path.join(folder, 'files')
  const before = globSync('game_files/*/*.bin', { cwd: files }).toSorted()
  rmSync(files, { recursive: true })
  const connection = world.connection
  await restoreBackup(archive, manifest, { connection, replace: true, queues: [] })
  expect(globSync('game_files/*/*.bin', { cwd: files }).toSorted()).toEqual(before)
  expect(readdirSync(path.join(folder, 'temporary'))).toEqual([])

  openTestDatabase(connection)
  const found = await findGameFile(`${preview}world.bin`)
  if (!found || typeof found === 'string') throw new Error('The file is not found')
  expect(statSync(path.join(files, found.key)).size).toBe(65 << 20)
  expect(readFileSync(path.join(files, found.key)).equals(large)).toBe(true)
  expect(await storage().has(found.key)).toBe(true)
})
