import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame } from '../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { SCORE_PAGE, zipOf } from '../../../testing/fixtures/zips.ts'
import { listAuditLog } from '../../accounts/operators/audit-log.server.ts'
import { database } from '../../db/connection.server.ts'
import type { FoundGameFile } from '../../server/files/game-files.server.ts'
import { StorageDownError } from '../../server/files/storage-key.server.ts'
import { storage } from '../../server/files/storage.server.ts'
import { dropAllCached } from '../../server/cache/data-cache.server.ts'
import { runClosers } from '../../server/http/shutdown.server.ts'
import type { JobAttempt } from '../../server/jobs/jobs.server.ts'
import { openLog } from '../../server/process/log.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { listNewestGames } from '../lists/list-games.server.ts'
import { findManagedGame } from '../management/managed-game.server.ts'
import { editedFieldsOf, versionsIn, versionsText } from '../management/edit/field-versions.server.ts'
import { saveGame, setGameStatus } from '../management/save-game.server.ts'
import { addGame } from './add-game.server.ts'
import { findGameFile } from './find-game-file.server.ts'
import { deletingGameFiles, gameFileKey } from './game-file-storage.server.ts'
import { addVersion, chooseVersion, deleteVersion, listVersions, type Upload } from './game-versions.server.ts'
import type { NewGame } from './new-game-rules.ts'
import { previewHref } from './preview-token.server.ts'
import { receiveZip } from './archive/receive-zip.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-versions-'))
const ABOUT: NewGame = {
  title: 'Lamps at Dusk', description: '', howToPlay: '', categories: ['Puzzle'], controls: null, width: 800, height: 600,
  playsOnPhones: true,
} // prettier-ignore

let world: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  process.env.DATA_DIR = folder
  openLog({ level: 'silent', pretty: false })
  world = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
afterAll(async () => {
  await runClosers(() => {})
  await world.drop()
  rmSync(folder, { recursive: true })
})

/** Submits a form with a zip that contains a page and these files. */
async function upload<T>(files: [string, string | Buffer][], use: (upload: Upload) => Promise<T>): Promise<T> {
  const form = new FormData()
  const zip = zipOf([['index.html', SCORE_PAGE], ...files])
  form.set('zip', new File([new Uint8Array(zip)], 'lamps.zip'))
  const request = new Request('http://portal.example/', { method: 'POST', body: form })
  const result = await receiveZip(request, (_, useZip) => useZip(use))
  if ('fault' in result) throw new Error(result.fault)
  return result.done
}

const add = (files: [string, string | Buffer][], about: Partial<NewGame> = {}) =>
  upload(files, (game) => addGame(operator, { ...ABOUT, ...about }, game))
const isStored = (hash: string) => existsSync(path.join(folder, 'files', gameFileKey(hash)))

/** Returns the response to a request, without earlier caches. */
async function find(address: string): Promise<FoundGameFile | null> {
  dropAllCached()
  return findGameFile(address)
}
const typeAt = async (address: string) => {
  const found = await find(address)
  return found && typeof found === 'object' ? found.type : found
}

/** Runs the due jobs that delete files. */
async function runDeletions(isDay = false): Promise<void> {
  const due = isDay ? sql`true` : sql`start_after <= now()`
  const { rows } = await database().execute<{ data: object }>(
    sql`delete from jobs.job where name = ${deletingGameFiles.queue.name} and state = 'created' and ${due} returning data`,
  )
  for (const { data } of rows) await deletingGameFiles.work(deletingGameFiles.queue.data.parse(data), {} as JobAttempt)
}

test('an uploaded game waits for review, can be tried by its preview, and is public once published', async () => {
  const id = await add([['levels/1.json', '{"a":1}']], { title: 'Waiting Game' })
  const game = (await findManagedGame(id))!
  expect(game).toMatchObject({ slug: 'waiting-game', status: 'pending', provider: 'own', width: 800 })
  const preview = previewHref(game.url!)
  expect(await typeAt(`${game.url}levels/1.json`)).toBe('missing')
  expect(await typeAt(`${preview}levels/1.json`)).toBe('application/json; charset=utf-8')
  expect((await listNewestGames({ limit: 9 })).map((one) => one.id)).not.toContain(id)
  await setGameStatus({ operator, id }, { from: 'pending', to: 'published', reason: '' })
  expect(await find(game.url!)).toMatchObject({ type: 'text/html; charset=utf-8', isPreview: false })
  expect((await listNewestGames({ limit: 9 })).map((one) => one.id)).toContain(id)
  await setGameStatus({ operator, id }, { from: 'published', to: 'hidden', reason: 'broken' })
  expect(await typeAt(game.url!)).toBe('missing')
})

test('only exact paths of a version are found', async () => {
  const id = await add([['a/日本 #1.txt', 'x'], ['a/index.html', SCORE_PAGE]], { title: 'Paths' }) // prettier-ignore
  await setGameStatus({ operator, id }, { from: 'pending', to: 'published', reason: '' })
  const { url } = (await findManagedGame(id))!
  expect(await typeAt(`${url}a/${encodeURIComponent('日本 #1.txt')}`)).toBe('text/plain; charset=utf-8')
  // macOS requests names with separate accents.
  expect(await typeAt(`${url}a/${encodeURIComponent('日本 #1.txt'.normalize('NFD'))}`)).toBe(
    'text/plain; charset=utf-8',
  )
  expect([await find(url!.slice(0, -1)), await find(`${url}a`)]).toEqual(['folder', 'folder'])
  expect(await typeAt(`${url}a/`)).toBe('text/html; charset=utf-8')
  for (const path of ['..%2findex.html', 'a/..%2f..%2f..%2fetc%2fpasswd', 'A/index.html', 'none', 'a//'])
    expect(await find(url + path), path).toBe('missing')
  for (const path of ['/play/v0/', '/play/v99999999999/', '/play/2048/', '/play/v1x/'])
    expect(await find(path), path).toBeNull()
  expect(await find('/play/v2147483647/')).toBe('missing')
})

test('a preview works for its version only, and not for ever', async () => {
  const id = await add([], { title: 'Previewed' })
  const { url } = (await findManagedGame(id))!
  const preview = previewHref(url!)
  expect(await typeAt(preview)).toBe('text/html; charset=utf-8')
  const token = preview.slice(url!.length, -1)
  const [end, signature] = [token.split('-')[0]!, token.slice(token.indexOf('-') + 1)]
  const later = (Number.parseInt(end, 36) + 9).toString(36)
  for (const forged of [`${later}-${signature}`, `${end}-${'A'.repeat(22)}`])
    expect(await find(`${url!.slice(0, -1)}-${forged}/`), forged).toBe('missing')
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * 24 * 3_600_000)
  expect(await find(preview)).toBe('missing')
  now.mockRestore()
  expect(await find(`/play/v1-${token}/`.replace('v1-', `v${id + 1000}-`))).toBe('missing')
})

test('a new version is current, an older one can be restored, and visitors of both get their files', async () => {
  const id = await add([['level.txt', 'one']], { title: 'Versioned' })
  await setGameStatus({ operator, id }, { from: 'pending', to: 'published', reason: '' })
  const first = (await findManagedGame(id))!.url
  const second = await upload([['level.txt', 'two']], (game) =>
    addVersion({ operator, gameId: id }, game, { isDraft: false }),
  )
  expect((await findManagedGame(id))!.url).toBe(`/play/v${second}/`)
  expect([await typeAt(`${first}level.txt`), await typeAt(`/play/v${second}/level.txt`)]).toEqual(
    Array.from({ length: 2 }, () => 'text/plain; charset=utf-8'),
  )
  const draft = (await upload([['level.txt', 'three']], (game) =>
    addVersion({ operator, gameId: id }, game, { isDraft: true }),
  ))!
  expect(await find(`/play/v${draft}/level.txt`)).toBe('missing')
  expect((await findManagedGame(id))!.url).toBe(`/play/v${second}/`)
  const versions = await listVersions(id)
  expect(versions.map(({ id: version, isCurrent }) => [version, isCurrent])).toEqual([
    [draft, false], [second, true], [versions[2]!.id, false],
  ]) // prettier-ignore
  expect(await chooseVersion(operator, id, versions[2]!.id)).toEqual({ outcome: 'done' })
  expect((await findManagedGame(id))!.url).toBe(first)
  expect((await listVersions(id)).filter(({ isCurrent }) => isCurrent).map((one) => one.id)).toEqual([versions[2]!.id])
  const { entries } = await listAuditLog(null)
  expect(entries.slice(0, 3).map(({ act, title }) => [act, title])).toEqual([
    ['version chosen', 'Versioned'], ['version uploaded', 'Versioned'], ['version uploaded', 'Versioned'],
  ]) // prettier-ignore
})

test('a hidden game stays hidden with a new version', async () => {
  const id = await add([], { title: 'Hidden Game' })
  const version = await upload([], (game) => addVersion({ operator, gameId: id }, game, { isDraft: false }))
  const { rows } = await database().execute(sql`select url, held_url from games where id = ${id}`)
  expect(rows).toEqual([{ url: null, held_url: `/play/v${version}/` }])
})

test('a deleted version takes its files with it, except those of another version', async () => {
  const keys = async (version: number) =>
    (
      await database().execute<{ path: string; file_key: string }>(
        sql`select path, file_key from game_version_files where version_id = ${version}`,
      )
    ).rows
  const id = await add([['shared.txt', 'shared by both'], ['old.txt', 'only in the old one']], { title: 'Deleting' }) // prettier-ignore
  const old = (await listVersions(id))[0]!.id
  const files = new Map((await keys(old)).map((row) => [row.path, row.file_key]))
  const hash = (name: string) => files.get(name)!.replace(/^game_files\/|\/|\.bin$/g, '')
  expect(await deleteVersion(operator, id, old)).toMatchObject({ outcome: 'forbidden' })
  await upload([['shared.txt', 'shared by both']], (game) =>
    addVersion({ operator, gameId: id }, game, { isDraft: false }),
  )
  expect(await deleteVersion(operator, id, old)).toEqual({ outcome: 'done' })
  expect([isStored(hash('shared.txt')), isStored(hash('old.txt'))]).toEqual([true, true])
  await runDeletions()
  expect([isStored(hash('shared.txt')), isStored(hash('old.txt'))]).toEqual([true, false])
  expect(await deleteVersion(operator, id, old)).toEqual({ outcome: 'gone' })
})

test('files of an upload that was never completed are deleted a day later, and others are not', async () => {
  const id = await add([['complete.txt', 'of a game']], { title: 'Complete' })
  await upload([['lost.txt', 'of nothing']], async () => 'killed before its rows')
  const stored = () => globSync('game_files/*/*.bin', { cwd: path.join(folder, 'files') }).length
  const before = stored()
  await runDeletions()
  expect(stored()).toBe(before)
  await runDeletions(true)
  // Other games have the same page, so only lost.txt is deleted.
  expect(stored()).toBe(before - 1)
  const { url } = (await findManagedGame(id))!
  expect(await typeAt(`${previewHref(url!)}complete.txt`)).toBe('text/plain; charset=utf-8')
})

test('a file that a job deletes while an upload with the same content is being stored exists in the end', async () => {
  const id = await add([['race.txt', 'contested']], { title: 'Race' })
  const old = (await listVersions(id))[0]!.id
  await upload([], (game) => addVersion({ operator, gameId: id }, game, { isDraft: false }))
  let hash = ''
  await upload([['race.txt', 'contested']], async (game) => {
    hash = game.game.files.find((file) => file.path === 'race.txt')!.hash
    await deleteVersion(operator, id, old)
    await runDeletions()
    expect(isStored(hash)).toBe(false)
    return addVersion({ operator, gameId: id }, game, { isDraft: false })
  })
  expect(isStored(hash)).toBe(true)
})

test('if the storage fails after the rows of an upload are stored, the upload is complete', async () => {
  const down = () => Promise.reject(new StorageDownError('The S3 storage request failed'))
  const checking = vi.spyOn(storage(), 'has').mockImplementationOnce(down)
  const id = await add([], { title: 'Checked Twice' })
  expect(checking).toHaveBeenCalledTimes(2)
  checking.mockImplementation(down)
  const version = await upload([], (game) => addVersion({ operator, gameId: id }, game, { isDraft: false }))
  checking.mockRestore()
  expect((await findManagedGame(id))!.url).toBe(`/play/v${version}/`)
})

test('a version that is deleted while its upload is being completed does not become current', async () => {
  const id = await add([], { title: 'Deleted Early' })
  const [first] = await listVersions(id)
  const checking = vi.spyOn(storage(), 'has').mockImplementationOnce(async () => {
    const [newest] = await listVersions(id)
    expect(await deleteVersion(operator, id, newest!.id)).toEqual({ outcome: 'done' })
    return true
  })
  expect(await upload([], (game) => addVersion({ operator, gameId: id }, game, { isDraft: false }))).toBeNull()
  checking.mockRestore()
  expect((await findManagedGame(id))!.url).toBe(`/play/v${first!.id}/`)
  expect(await listVersions(id)).toEqual([first])
})

test('an uploaded game can be renamed, and has no other values than the operator’s', async () => {
  const id = await add([], { title: 'Old Name' })
  const game = (await findManagedGame(id))!
  const edit = { fields: { ...editedFieldsOf(game), title: 'New Name', slug: 'new-name' }, base: versionsIn(versionsText(game))!, seen: game.seen } // prettier-ignore
  expect(await saveGame({ operator, id }, edit)).toEqual({ outcome: 'done' })
  const saved = { title: 'New Name', slug: 'new-name', former_slugs: ['old-name'], overrides: {}, url: game.url }
  expect(await findManagedGame(id)).toMatchObject(saved)
})

test('a slug is never that of another game, not even a former one', async () => {
  await createGame({ slug: 'twins' })
  const other = await createGame({ slug: 'other' })
  await database().execute(sql`insert into former_slugs (slug, game_id) values ('twins-2', ${other.id})`)
  const id = await add([], { title: 'Twins!' })
  expect((await findManagedGame(id))!.slug).toBe('twins-3')
})

test('a version of a game that was not uploaded is refused', async () => {
  const { id } = await createGame({ provider: 'own', url: '/play/lamps/' })
  expect(await upload([], (game) => addVersion({ operator, gameId: id }, game, { isDraft: false }))).toBeNull()
  expect(await chooseVersion(operator, id, 1)).toEqual({ outcome: 'gone' })
})

test('a refused zip leaves nothing behind', async () => {
  const count = async () => (await database().execute(sql`select count(*) from games`)).rows[0]
  const before = await count()
  await expect(add([['evil.php', 'x']])).rejects.toThrow('“evil.php” was refused')
  expect(await count()).toEqual(before)
  expect(globSync('*', { cwd: path.join(folder, 'temporary') })).toEqual([])
})
