import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupError, type Manifest } from './archive-format.server.ts'
import { checkArchive, type Entry, readArchive } from './read-archive.server.ts'
import { createTally, sha256 } from './tally.server.ts'
import { createArchive } from './write-archive.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-archive-'))
const good = path.join(folder, 'good.tar.gz')
const ROWS = Buffer.from('1\tfirst\n2\tsecond \\n line\n')
const KEY = 'profile_pictures/a/b.webp'
const PICTURE = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))

beforeAll(async () => {
  process.env.DATA_DIR = folder
  await write(good)
})
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Writes an archive with a table, a job, a picture and a secret. `overrides` changes its manifest, and `more` adds
 * entries.
 */
async function write(file: string, overrides: Partial<Manifest> = {}, more: [string, Buffer][] = []): Promise<void> {
  const tally = createTally()
  const archive = await createArchive(file)
  for (const [entry, content] of [[`files/${KEY}`, PICTURE], ['tables/games/00001.copy', ROWS], ['jobs/00001.copy', ROWS], ['auth-secret', Buffer.from('secret')], ...more] as [string, Buffer][]) await archive.add(entry, content) // prettier-ignore
  tally.addFile(KEY, PICTURE)
  tally.addRows('games', ROWS)
  const manifest: Manifest = {
    format: 1,
    playhall: '0.1.0',
    madeAt: '2026-11-21T12:00:00.000Z',
    postgres: '18.4',
    schema: { migrations: 1, hash: '0'.repeat(64) },
    tables: [{ name: 'games', columns: ['id', 'title'], ...tally.rowsOf('games') }],
    sequences: [],
    jobs: tally.rowsOf('games'),
    files: tally.files(),
    secret: sha256('secret'),
    ...overrides,
  }
  await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  await archive.finish()
}

async function faultOf(file: string): Promise<string> {
  const error: unknown = await checkArchive(file).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BackupError)
  return (error as BackupError).message.replace(file, 'FILE')
}

function unpacksTo(file: Buffer, content: Buffer): boolean {
  try {
    return gunzipSync(file).equals(content)
  } catch {
    return false
  }
}

let count = 0
async function faultOfContent(content: Uint8Array): Promise<string> {
  const file = path.join(folder, `${++count}.tar.gz`)
  writeFileSync(file, content)
  return faultOf(file)
}

test('reading returns the entries and the manifest that were written', async () => {
  const entries: Entry[] = []
  const reading = readArchive(good)
  let next = await reading.next()
  for (; !next.done; next = await reading.next())
    entries.push({ ...next.value, content: Buffer.from(next.value.content as Buffer) } as Entry)
  expect(entries).toMatchObject([
    { kind: 'file', key: KEY, content: PICTURE },
    { kind: 'table', table: 'games', content: ROWS },
    { kind: 'jobs', content: ROWS },
    { kind: 'secret', content: Buffer.from('secret') },
  ])
  expect(next.value).toMatchObject({ playhall: '0.1.0', tables: [{ name: 'games', rows: 2, bytes: ROWS.length }] })
})

test('only the owner may read an archive', () => {
  expect(statSync(good).mode & 0o777).toBe(0o600)
})

test('a truncated archive is refused, wherever it ends', async () => {
  const whole = readFileSync(good)
  const ends = Array.from({ length: 40 }, (_, at) => Math.floor((at * whole.length) / 40))
  for (const end of [...ends, whole.length - 8, whole.length - 1]) {
    expect(await faultOfContent(whole.subarray(0, end)), `${end} bytes`).toBe('FILE is cut off: its end is missing')
  }
})

test('an archive with one changed bit is refused, wherever it changes the content', async () => {
  const whole = readFileSync(good)
  const content = gunzipSync(whole)
  for (let at = 10; at < whole.length; at += 61) {
    const altered = Buffer.from(whole)
    altered[at]! ^= 1 << (at % 8)
    // Some bits of gzip carry no content, such as padding. The times in the archive decide where they are.
    if (unpacksTo(altered, content)) continue
    expect(await faultOfContent(altered), `byte ${at}`).toMatch(/^FILE is (damaged: .+|cut off: .+)$/)
  }
  const altered = Buffer.from(whole)
  altered[0]! ^= 1
  expect(await faultOfContent(altered)).toBe('FILE is no backup of Playhall, or its first bytes are damaged')
})

test.each<[string, Partial<Manifest>]>([
  ['one more row', { tables: [{ name: 'games', columns: ['id'], rows: 3, bytes: ROWS.length, sha256: sha256(ROWS) }] }],
  [
    'another checksum',
    { tables: [{ name: 'games', columns: ['id'], rows: 2, bytes: ROWS.length, sha256: sha256('') }] },
  ],
  ['one table less', { tables: [] }],
  ['no job', { jobs: { rows: 0, bytes: 0, sha256: sha256('') } }],
  ['another picture', { files: { count: 1, bytes: PICTURE.length, sha256: sha256('') } }],
  ['another secret', { secret: sha256('other') }],
  ['no secret', { secret: null }],
])('an archive whose manifest has %s is refused', async (_, overrides) => {
  const file = path.join(folder, `${++count}.tar.gz`)
  await write(file, overrides)
  expect(await faultOf(file)).toBe('FILE is damaged: its counts and sums are not those that it was made with')
})

test.each(['games.sql', 'files/../../../etc/passwd', 'files/a/.bashrc', 'tables/games/../x.copy', '/etc/passwd'])(
  'an archive with the entry %s is not accepted',
  async (entry) => {
    const file = path.join(folder, `${++count}.tar.gz`)
    await write(file, {}, [[entry, ROWS]])
    expect(await faultOf(file)).toBe('FILE is no backup of Playhall')
  },
)

test('an archive with a link is not accepted', async () => {
  const tar = pack()
  tar.entry({ name: 'auth-secret', type: 'symlink', linkname: '/etc/passwd' })
  tar.finalize()
  const pieces: Buffer[] = []
  for await (const piece of tar) pieces.push(piece as Buffer)
  expect(await faultOfContent(gzipSync(Buffer.concat(pieces)))).toBe('FILE is no backup of Playhall')
})

test.each([
  ['a text', Buffer.from('Hello, I am a backup'), ', or its first bytes are damaged'],
  ['a text in gzip', gzipSync('Hello, I am a backup'.repeat(100)), ''],
  ['a picture', PICTURE, ', or its first bytes are damaged'],
])('%s is not accepted as an archive', async (_, content, more) => {
  expect(await faultOfContent(content)).toBe(`FILE is no backup of Playhall${more}`)
})

test('an archive of a newer format is refused with what to do', async () => {
  const file = path.join(folder, `${++count}.tar.gz`)
  await write(file, { format: 2 as 1 })
  expect(await faultOf(file)).toBe('FILE was made by a newer Playhall: restore it with that release')
})

test('a missing file and a folder are reported', async () => {
  expect(await faultOf(path.join(folder, 'none'))).toBe('FILE is not there')
  expect(await faultOf(folder)).toMatch(/^FILE cannot be read: EISDIR/)
})

test('an archive never replaces a file, and an abandoned one leaves nothing', async () => {
  await expect(createArchive(good)).rejects.toThrow(`${good} is there already: give another name`)
  await expect(createArchive(path.join(folder, 'none/x'))).rejects.toThrow(/cannot be written: ENOENT/)
  const file = path.join(folder, 'given-up.tar.gz')
  const archive = await createArchive(file)
  await archive.add('auth-secret', Buffer.alloc(5_000_000))
  await archive.abandon()
  expect(readdirSync(folder).filter((name) => name.startsWith('given-up'))).toEqual([])
})

test('of two concurrent backups to one name, one is refused', async () => {
  const file = path.join(folder, 'twice.tar.gz')
  const [first, second] = [await createArchive(file), await createArchive(file)]
  await expect(first.finish()).rejects.toThrow(`Another backup is being written to ${file}`)
  await first.abandon()
  await second.finish()
  expect(statSync(file).size).toBeGreaterThan(0)
})

test('a file that is too large for memory is read in a temporary file, and its sum is checked', async () => {
  const large = Buffer.alloc((8 << 20) + 1, 'lamp ')
  const source = path.join(folder, 'large')
  writeFileSync(source, large)
  const file = path.join(folder, `${++count}.tar.gz`)
  const key = 'game_files/ab/large.bin'
  const content = { file: source, bytes: large.length, sha256: sha256(large) }
  const tally = createTally()
  tally.addFile(key, content)
  const archive = await createArchive(file)
  await archive.add(`files/${key}`, content)
  const none = { rows: 0, bytes: 0, sha256: sha256('') }
  const manifest = { format: 1, playhall: '0.1.0', madeAt: '2026-11-21T12:00:00.000Z', postgres: '18.4', schema: { migrations: 1, hash: '0'.repeat(64) }, tables: [], sequences: [], jobs: none, files: tally.files(), secret: null } // prettier-ignore
  await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  await archive.finish()
  const [entry] = await readOne(file)
  expect(entry).toMatchObject({ kind: 'large file', key, content: { bytes: large.length, sha256: sha256(large) } })
  expect(readdirSync(path.join(folder, 'temporary'))).toEqual([])
})

async function readOne(file: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of readArchive(file)) {
    entries.push(entry)
    if (entry.kind === 'large file') expect(statSync(entry.content.file).size).toBe(entry.content.bytes)
  }
  return entries
}
