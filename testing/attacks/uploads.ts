import { brotliCompressSync, gzipSync } from 'node:zlib'
import { SCORE_PAGE, type ZipEntry, zipOf } from '../fixtures/zips.ts'
import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, nextAddress, sendRequest } from './send.ts'
import { type Player, signUpOperator, type Target } from './target.ts'

const NAMES = [
  '../evil.html', '..\\evil.html', '/etc/passwd', 'C:\\evil.html', 'a/../../evil.html', '.htaccess', 'shell.php', 'a.html\0.png', '%2e%2e/evil.html.exe',
  'constructor', '__proto__', 'a\u202egnp.html.exe',
] // prettier-ignore
const KINDS: [string, ZipEntry][] = [
  ['a link', { name: 'link.html', content: '/etc/passwd', mode: 0o120777 }],
  ['an encrypted file', { name: 'a.js', content: 'x', flags: 0x801 }],
  ['a bomb', { name: 'a.bin', content: Buffer.alloc(64 << 20) }],
  ['a bomb in Brotli', { name: 'big.js.br', content: brotliCompressSync(Buffer.alloc(64 << 20)), stored: true }],
  ['a bomb in gzip', { name: 'big.data.gz', content: gzipSync(Buffer.alloc(64 << 20)), stored: true }],
  ['a wrong size', { name: 'a.bin', content: 'x'.repeat(99), size: 3 }],
]
/** Allowed names that are harmless only if no page repeats them as markup. */
const MARKUP = ['<img src=x onerror=alert(1)>.txt', `"'><script>alert(1)</script>.png`, '日本 #?%.js', 'logo.svg']
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(document.cookie)</script></svg>'
/** Spellings of paths that may lead out of a version's folder. */
const OUTSIDE = [
  '..%2f..%2f..%2f..%2fetc%2fpasswd', '%2e%2e%2fauth-secret', '..%5c..%5cauth-secret', '....//auth-secret', '%252e%252e%252fauth-secret', 'index.html%2f..%2f..%2fauth-secret',
  '/etc/passwd', 'file:///etc/passwd', 'constructor', '__proto__', 'index.html%00.png', '..;/auth-secret',
] // prettier-ignore

/** Attacks with zips and files of games that operators upload. */
export async function uploads({ short, check }: Attack): Promise<void> {
  await check('zips with hostile names and entries', 'each refused with its reason, nothing is stored', sendHostile)
  if (!short) await check('a zip of 110 MB', 'cut off, and others are served', sendLarge)
  await check('an uploaded game with scripts everywhere', 'it is sandboxed, and no path leads out of it', readUploaded)
}

async function sendHostile(tally: Tally, target: Target): Promise<void> {
  const operator = await signUpOperator(target)
  const before = await gamesOf(target, operator)
  const zips: [string, Buffer][] = [
    ...NAMES.map((name): [string, Buffer] => [
      name,
      zipOf([
        ['index.html', SCORE_PAGE],
        [name, 'x'],
      ]),
    ]),
    ...KINDS.map(([what, entry]): [string, Buffer] => [what, zipOf([['index.html', SCORE_PAGE], entry])]),
    ['no zip', Buffer.from('PK\x03\x04 but nothing else')],
    ['10,000 files', zipOf(Array.from({ length: 10_000 }, (_, at): [string, string] => [`${at}.txt`, '']))],
  ]
  for (const [what, zip] of zips) {
    const answer = await sendZip(target, operator, zip)
    count(tally, answer)
    // A portal that this run did not start has no operator.
    expect(tally, [404, 422].includes(answer.status), `${what}: ${answer.status}`)
  }
  expect(tally, (await gamesOf(target, operator)) === before, 'a refused zip has changed the list of games')
}

async function sendLarge(tally: Tally, target: Target): Promise<void> {
  const operator = await signUpOperator(target)
  const answer = await sendZip(target, operator, Buffer.alloc(110 << 20))
  count(tally, answer)
  expect(tally, [0, 404, 413].includes(answer.status), `a zip of 110 MB: ${answer.status}`)
}

async function readUploaded(tally: Tally, target: Target): Promise<void> {
  const operator = await signUpOperator(target)
  const page = `<!doctype html><script>parent.document.body</script><img src=x onerror="fetch('/account')">`
  const zip = zipOf([['index.html', page], ...MARKUP.map((name): [string, string] => [name, SVG])])
  const answer = await sendZip(target, operator, zip)
  count(tally, answer)
  const id = /\/admin\/games\/(\d+)#play/.exec(answer.text)?.[1]
  if (answer.status === 404 || !id) return expect(tally, answer.status === 404, `an allowed zip: ${answer.status}`)
  const stage = await sendRequest(target.url, { path: `/admin/games/${id}/stage`, cookie: operator.cookie })
  const { frame } = JSON.parse(stage.text) as { frame: { src: string } }
  for (const name of ['', 'index.html', ...MARKUP.map(encodeURIComponent)]) {
    const file = await sendRequest(target.url, { path: frame.src + name, cookie: operator.cookie })
    count(tally, file)
    const policy = String(file.headers['content-security-policy'])
    const isSandboxed = /^sandbox (?!.*allow-same-origin)/.test(policy) && policy.includes(`default-src 'self'`)
    expect(tally, file.status === 200 && isSandboxed, `${name || 'the page'}: ${file.status}, ${policy}`)
    expect(tally, file.headers['x-content-type-options'] === 'nosniff', `${name} may be sniffed`)
    expect(tally, file.headers['set-cookie'] === undefined, `${name} sets a cookie`)
  }
  for (const path of OUTSIDE) {
    const file = await sendRequest(target.url, { path: frame.src + path, cookie: operator.cookie })
    count(tally, file)
    expect(tally, file.status >= 300 && file.status < 500, `${path}: ${file.status}`)
    expect(tally, !/root:x:0|[\w-]{43}$/.test(file.text.trim()), `${path} serves a file of the machine`)
  }
  const versions = await sendRequest(target.url, { path: `/admin/games/${id}/versions`, cookie: operator.cookie })
  count(tally, versions)
  expect(tally, !versions.text.includes('<script>alert(1)'), 'the name of a zip is markup')
  const own = await sendRequest(target.url, { path: frame.src.replace(/-[^/]+/, '') })
  expect(tally, own.status === 404, `a game that is not public: ${own.status}`)
}

/** Submits the form of a new game or, with the `path` of a game's versions, of a draft version. */
export function sendZip(
  { url }: Target,
  { cookie }: Player,
  zip: Buffer,
  path = '/admin/games/new/zip',
): Promise<Answer> {
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--b\r\nContent-Disposition: form-data; name="zip"; filename="<script>alert(1)</script>.zip"\r\nContent-Type: application/zip\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(
      field('title', 'Attack') +
        field('categories', 'Puzzle') +
        (path.endsWith('/versions/zip') ? field('draft', 'on') : '') +
        file,
    ),
    zip,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=b', accept: 'application/json' }
  return sendRequest(url, {
    path,
    method: 'POST',
    headers,
    body,
    cookie,
    address: nextAddress(),
  })
}

async function gamesOf({ url }: Target, { cookie }: Player): Promise<string | undefined> {
  const { text } = await sendRequest(url, { path: '/admin/games?status=pending', cookie })
  return /role="status">([^<]*)/.exec(text)?.[1]
}
