import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, ask, each, fresh, nextAddress, sendBytes } from './send.ts'
import { type Player, signUp, type Target } from './target.ts'

/** Spellings that may be mistaken for another kind of address, or for an external one. */
const SPELLINGS = [
  '/files/%2e%2e/games', '/files/%2E%2e/account', '/files/../account', '/files/x/%2e%2e/%2e%2e/wishlist', '/pictures/%2e%2e/', '/pictures/%2e%2e/account',
  '/pictures/../rewards', '/pictures/..%2f..%2faccount', '/pictures/1/..%2f..%2faccount', '/pictures/%2e%2e/account.data', '/files/%2e%2e/_root.data',
  '/files/%2e%2e/wishlist.data', '//account', '///account', '/./account', '/account/', '/account/.', '/account//profile', '/\\account', '/%5caccount', '/%2faccount',
  '/account;x=1', '/account%3bx', '/account%00', '/account%0d%0aX-Evil:1', '/account%20', '/%61ccount', '/ACCOUNT', '/account.data', '/_.data', '/account.data?_routes=root',
  '/wishlist.data', '/rewards.data?_routes=root', '/__manifest', '/__manifest?p=/account', '/%252e%252e/account', '/files/%252e%252e%252faccount', '/play/../account',
  '/play/%2e%2e/account', '/assets/%2e%2e/account', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/play/..%2f..%2fserver.ts', '/files/..%2f..%2fauth-secret', '/files/..%5c..%5cauth-secret',
  '/healthz/%2e%2e/account', '/robots.txt/%2e%2e/account', '/sitemap.xml%2f..%2faccount', '/%ff', '/%', '/%c0%ae%c0%ae/account', '/games/%E0%A4%A', '/\u00E7\u008C\u00AB', '/games?q=%ff',
  '/games?filter=constructor', '/category/__proto__', '/category/constructor', '/games/constructor', '/files/x.constructor', '/files/__proto__',
  '/login?failed=__proto__', '/?%00', '/search?q=%00', `/${'a/'.repeat(3000)}`, `/${'%2e%2e/'.repeat(1000)}account`, `/games?${'q=a&'.repeat(2000)}`, `/games?${'a'.repeat(14_000)}`,
] // prettier-ignore
const ABSOLUTE = ['http://evil.example/account', 'http://127.0.0.1/account', 'http://evil.example/files/%2e%2e/account', '*', 'account', 'javascript:alert(1)', 'http://', '?', '#'] // prettier-ignore

/** Each address may load 300 pages in five minutes, and 600 files and pictures (docs/safety.md, Limits). */
const PAGES = 300
const FILES = 600
const SLACK = 40

const UNCOUNTED = [
  '/files/%2e%2e/games',
  '/pictures/%2e%2e/games',
  '/files/x/../../games',
  '/pictures/1/..%2f../%2e%2e/%2e%2e/%2e%2e/games',
]
const MISSING: [string, (at: number) => string][] = [
  ['files', (at) => `/files/profile_pictures/none/${at}.webp`],
  ['files of no kind', (at) => `/files/${at}`],
  ['pictures', (at) => `/pictures/${900_000 + at}/320`],
  ['pictures of no width', (at) => `/pictures/${at}/1`],
]

/** Addresses that a limit or a cache reads differently from the router. */
export async function paths({ short, check }: Attack): Promise<void> {
  await check('spellings of private addresses', 'no 5xx; what shows a player is no-store, and never shown to others', async (tally, target) => {
    const player = await signUp(target)
    for (const path of SPELLINGS) await tryPath(tally, target, player, path)
    for (const path of ABSOLUTE) await tryRaw(tally, target, player, path)
  }) // prettier-ignore
  for (const path of short ? UNCOUNTED.slice(0, 1) : UNCOUNTED) {
    await check(`pages as ${path}`, `429 after ${PAGES}`, async (tally, target) => {
      await untilRefused(tally, target, PAGES, () => fresh(path))
    })
  }
  for (const [name, path] of short ? MISSING.slice(2, 3) : MISSING) {
    await check(`${name} that are not there`, `a line each, 429 after ${FILES} at most`, async (tally, target) => {
      const answers = await untilRefused(tally, target, FILES, path)
      const longest = Math.max(...answers.map(({ text }) => text.length))
      expect(tally, longest < 1500, `one is answered with ${longest} bytes`)
    })
  }
}

async function tryPath(tally: Tally, { url }: Target, player: Player, path: string): Promise<void> {
  const own = await ask(url, { path, cookie: player.cookie })
  const others = await ask(url, { path })
  count(tally, own, others)
  const control = String(own.headers['cache-control'] ?? '')
  const isTheirs = own.text.includes(player.username)
  const shown = path.slice(0, 60)
  expect(tally, !isTheirs || (/no-store/.test(control) && !/public/.test(control)), `${shown} is a player's, and ${control || 'says nothing'}`) // prettier-ignore
  expect(tally, !others.text.includes(player.username), `${shown} shows a player to others`)
  expect(tally, own.headers['x-evil'] === undefined, `${shown} makes a header`)
  expect(
    tally,
    !/root:x:0|AUTH_SECRET|createServer\(/.test(own.text + others.text),
    `${shown} shows a file of the machine`,
  )
}

/** Sends request targets that are not paths. */
async function tryRaw(tally: Tally, { url }: Target, player: Player, path: string): Promise<void> {
  const { host } = new URL(url)
  const heard = await sendBytes(
    url,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${nextAddress()}\r\nCookie: ${player.cookie}\r\nConnection: close\r\n\r\n`,
  )
  count(tally, heard)
  const isTheirs = heard.text.includes(player.username)
  expect(
    tally,
    !isTheirs || /cache-control: [^\r]*no-store/i.test(heard.text),
    `${path} belongs to a player, but may be cached`,
  )
  expect(tally, !heard.text.includes('evil.example'), `${path} is repeated`)
}

/** Requests from one address until it is refused, up to `most` and a few more. */
async function untilRefused(
  tally: Tally,
  { url }: Target,
  most: number,
  pathOf: (at: number) => string,
): Promise<Answer[]> {
  const address = nextAddress()
  const answers: Answer[] = []
  let refused = 0
  await each(Array(most + SLACK).keys(), 8, async (at) => {
    if (refused) return
    const answer = await ask(url, { path: pathOf(at), address })
    count(tally, answer)
    if (answer.status === 429) refused ||= answers.length
    else answers.push(answer)
  })
  expect(tally, refused > 0, `never refused, in ${answers.length}`)
  return answers
}
