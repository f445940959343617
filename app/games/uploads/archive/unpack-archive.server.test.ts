import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { SCORE_PAGE, type ZipEntry, zipOf } from '../../../../testing/fixtures/zips.ts'
import { ArchiveRefused } from './archive-entries.server.ts'
import { ARCHIVE_LIMITS } from './archive-rules.ts'
import { unpackArchive, type UnpackedFile } from './unpack-archive.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-zips-'))
afterAll(() => rmSync(folder, { recursive: true }))

const INDEX: [string, string] = ['index.html', SCORE_PAGE]
let count = 0

function unpack(zip: Buffer) {
  const place = path.join(folder, String(++count))
  mkdirSync(path.join(place, 'files'), { recursive: true })
  writeFileSync(path.join(place, 'a.zip'), zip)
  return unpackArchive(path.join(place, 'a.zip'), path.join(place, 'files'))
}

async function refusalOf(zip: Buffer): Promise<string> {
  const error: unknown = await unpack(zip).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ArchiveRefused)
  return (error as Error).message
}

function contentOf({ file, encoding }: UnpackedFile): Buffer {
  const stored = readFileSync(file)
  return encoding === 'br' ? brotliDecompressSync(stored) : encoding === 'gzip' ? gunzipSync(stored) : stored
}

const byPath = (files: UnpackedFile[]) => new Map(files.map((file) => [file.path, file]))

test('the shallowest index.html is the root, and what is beside it is left out', async () => {
  const { root, files } = await unpack(
    zipOf([
      ['readme.txt', 'hello'],
      { name: 'my game/', mode: 0o40755 },
      ['my game/index.html', SCORE_PAGE],
      ['my game/levels/1/index.html', SCORE_PAGE],
      ['my game/日本 #1 50%?.png', 'picture'],
    ]),
  )
  expect(root).toBe('my game/')
  expect(files.map((file) => file.path).toSorted()).toEqual(['index.html', 'levels/1/index.html', '日本 #1 50%?.png'])
})

test('every page gets the bridge, a compressed one, too, and nothing else is changed', async () => {
  const text = 'a'.repeat(5000)
  const { files } = await unpack(
    zipOf([
      INDEX,
      ['help.html.gz', gzipSync(SCORE_PAGE)],
      ['sub/old.htm', SCORE_PAGE],
      ['a.js', text],
      ['b.bin', text],
    ]),
  )
  const found = byPath(files)
  for (const page of ['index.html', 'help.html.gz', 'sub/old.htm'])
    expect(contentOf(found.get(page)!).toString()).toContain('<head><script src="/play/bridge.js"></script><title>')
  expect(contentOf(found.get('a.js')!).toString()).toBe(text)
  expect(found.get('a.js')).toMatchObject({ encoding: 'br', contentType: 'text/javascript; charset=utf-8' })
  expect(found.get('b.bin')).toMatchObject({ encoding: null, contentType: 'application/octet-stream', bytes: 5000 })
})

test('precompressed files of an engine keep their encoding and have the type of what is in them', async () => {
  const wasm = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0])
  const { files } = await unpack(
    zipOf([
      INDEX,
      ['Build/build.wasm.br', brotliCompressSync(wasm)],
      ['Build/build.framework.js.br', brotliCompressSync('var unity')],
      ['Build/build.data.gz', gzipSync('data')],
      ['Build/build.symbols.json.gz', gzipSync('{}')],
      ['Build/plain.json.gz', '{"not":"compressed"}'],
      ['Build/levels.tar.gz', gzipSync('tar')],
      ['Build/old.unityweb', 'UnityWeb'],
      ['StreamingAssets/pack.zip', 'PK'],
    ]),
  )
  const shown = files.map(({ path: name, contentType, encoding }) => [name, contentType, encoding])
  expect(shown.slice(1)).toEqual([
    ['Build/build.wasm.br', 'application/wasm', 'br'],
    ['Build/build.framework.js.br', 'text/javascript; charset=utf-8', 'br'],
    ['Build/build.data.gz', 'application/octet-stream', 'gzip'],
    ['Build/build.symbols.json.gz', 'application/json; charset=utf-8', 'gzip'],
    ['Build/plain.json.gz', 'application/json; charset=utf-8', null],
    ['Build/levels.tar.gz', 'application/gzip', null],
    ['Build/old.unityweb', 'application/octet-stream', null],
    ['StreamingAssets/pack.zip', 'application/octet-stream', null],
  ])
  expect(contentOf(files[1]!)).toEqual(wasm)
})

test('text that is not UTF-8 is served without that charset', async () => {
  const latin = Buffer.from('<!doctype html><meta charset="windows-1252"><title>caf\xe9</title>', 'latin1')
  const { files } = await unpack(
    zipOf([
      ['index.html', latin],
      ['old.js', Buffer.from('a="\xe9"', 'latin1')],
    ]),
  )
  expect(files.map(({ contentType }) => contentType)).toEqual(['text/html', 'text/javascript'])
})

test('files of operating systems and editors are left out', async () => {
  const { files } = await unpack(
    zipOf([INDEX, ...['__MACOSX/._index.html', '.DS_Store', 'a/.DS_Store', 'Thumbs.db', '._x', '.git/config', '.gitignore']
      .map((name): ZipEntry => ({ name, content: 'x' }))]), // prettier-ignore
  )
  expect(files.map((file) => file.path)).toEqual(['index.html'])
})

test('the same content has the same hash', async () => {
  const { files } = await unpack(zipOf([INDEX, ['a.png', 'same'], ['b.png', 'same'], ['c.png', 'other']]))
  const [, a, b, c] = files.map(({ hash }) => hash)
  expect([a === b, a === c]).toEqual([true, false])
})

const named = (name: string | Buffer, more: Partial<ZipEntry> = {}) => zipOf([INDEX, { name, content: 'x', ...more }])
const MANY = Array.from({ length: 10_000 }, (_, at): [string, string] => [`${at}.txt`, 'x'])

test.each<[string, Buffer, string]>([
  ['a path out of it', named('../evil.html'), '“../evil.html” was refused: its name leads out of the archive'],
  ['a path out of a folder', named('a/../../evil.html'), 'leads out of the archive'],
  ['an absolute path', named('/etc/evil.html'), 'its name is an absolute path'],
  ['a drive', named('C:/evil.html'), 'its name is an absolute path'],
  ['a backslash', named('a\\..\\evil.html'), 'its name has a backslash'],
  ['an empty part', named('a//b.html'), 'its name has an empty part'],
  ['a dot as a part', named('a/./b.html'), 'its name has an empty part'],
  ['a control character', named('a\u0007.html'), 'its name has characters that cannot be displayed'],
  ['a character that changes the direction', named('a\u202egnp.html'), 'characters that cannot be displayed'],
  ['a name that is no UTF-8', named(Buffer.from([97, 0xff, 46, 106, 115])), 'characters that cannot be displayed'],
  ['a long name', named(`${'x'.repeat(500)}.js`), 'its name is longer than 400 characters'],
  ['a link', named('link.html', { mode: 0o120777 }), '“link.html” was refused: it is a link'],
  ['a device', named('device.html', { mode: 0o060600 }), 'it is neither a file nor a folder'],
  ['an encrypted file', named('a.js', { flags: 0x801 }), 'it is encrypted. Make the zip without a password'],
  ['another compression', named('a.js', { method: 14 }), 'it is compressed in a way that only some programs support'],
  ['a name twice', zipOf([INDEX, ['a.js', '1'], ['a.js', '2']]), '“a.js” was refused: the zip has it twice'],
  ['a name twice by case', zipOf([INDEX, ['a.js', '1'], ['A.js', '2']]), '“A.js” was refused: the zip also has “a.js”'],
  ['a name twice by accent', zipOf([INDEX, ['é.js', '1'], ['e\u0301.js', '2']]), 'the zip has it twice'],
  ['a script of a server', named('shell.php'), '“shell.php” was refused: files of this type are not allowed'],
  ['a program', named('setup.exe'), '“setup.exe” was refused: files of this type are not allowed'],
  ['settings of a server', named('.htaccess'), '“.htaccess” was refused: files of this type are not allowed'],
  ['an unknown ending', named('a.qqq'), '“a.qqq” was refused'],
  ['no ending', named('makefile'), '“makefile” was refused'],
  ['no page', zipOf([['game.js', 'x']]), 'The zip has no index.html, which a game needs'],
  [
    'two games',
    zipOf([
      ['a/index.html', 'x'],
      ['b/index.html', 'x'],
    ]),
    'The zip has several games: a/, b/',
  ],
  ['no entry', zipOf([]), 'The zip has no index.html'],
  ['ten thousand files', zipOf([INDEX, ...MANY]), `The zip has more than 2,000 files`],
  ['a sum that is wrong', named('a.js', { sum: 1 }), '“a.js” was refused: it is damaged'],
  [
    'a size that is too small',
    named('a.js', { content: 'x'.repeat(9000), size: 10 }),
    '“a.js” was refused: it is damaged',
  ],
  ['no zip', Buffer.from('Hello, I am a zip'), 'This is not a zip, or it is damaged'],
  ['nothing', Buffer.alloc(0), 'This is not a zip, or it is damaged'],
  ['half of it', zipOf([INDEX, ['a.js', 'x'.repeat(9000)]]).subarray(0, 300), 'This is not a zip, or it is damaged'],
])('a zip with %s is refused', async (_, zip, reason) => {
  expect(await refusalOf(zip)).toContain(reason)
})

test('a zip that says that it is a bomb is refused before anything is unpacked', async () => {
  const zeros = Buffer.alloc(20 << 20)
  expect(await refusalOf(named('zeros.bin', { content: zeros }))).toBe(
    '“zeros.bin” was refused: it is more than 200 times as large as in the zip',
  )
  expect(readdirSync(path.join(folder, String(count), 'files'))).toEqual([])
})

test('a bomb within a compressed page is found by what is really unpacked', async () => {
  const zeros = Buffer.alloc(20 << 20)
  expect(await refusalOf(named('a.html.gz', { content: gzipSync(zeros), stored: true }))).toBe(
    '“a.html.gz” was refused: it is more than 200 times as large as in the zip',
  )
})

test.each([
  ['big.js.br', brotliCompressSync(Buffer.alloc(20 << 20))],
  ['big.data.gz', gzipSync(Buffer.alloc(20 << 20))],
])('a bomb within a compressed file that is no page, %s, is refused', async (name, content) => {
  expect(await refusalOf(named(name, { content, stored: true }))).toBe(
    `“${name}” was refused: it is more than 200 times as large as in the zip`,
  )
})

test('compressed files that together decode to more than a game may have are refused', async () => {
  // Each is just below its own limit, and large enough to exceed the limit of the whole archive.
  const half = Buffer.concat([randomBytes(2 << 20), Buffer.alloc(210 << 20)])
  const content = gzipSync(half, { level: 1 })
  const both: ZipEntry[] = ['a.data.gz', 'b.data.gz'].map((name) => ({ name, content, stored: true }))
  expect(await refusalOf(zipOf([INDEX, ...both]))).toContain('take more than 400 MB unpacked')
  const { bytes } = await unpack(zipOf([INDEX, both[0]!]))
  expect(bytes).toBe(content.length + Buffer.byteLength(SCORE_PAGE))
})

test('a file that is not in the encoding that its name has is refused', async () => {
  expect(await refusalOf(named('a.js.br', { content: 'plain '.repeat(99) }))).toContain(
    '“a.js.br” was refused: it is damaged',
  )
})

test('a zip that overlaps itself, or whose files together are too large, is refused', async () => {
  const claims = Array.from({ length: 50 }, (_, at): ZipEntry => ({ name: `${at}.bin`, content: 'x', size: 9 << 20 }))
  expect(await refusalOf(zipOf([INDEX, ...claims]))).toBe(
    `The files of the zip take more than ${ARCHIVE_LIMITS.unpackedBytes >> 20} MB unpacked`,
  )
})
