import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, sendRequest, forEachParallel, fresh, nextAddress, sendBytes } from './send.ts'
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

/**
 * Pages that an address may load in five minutes, and the most missing files before a refusal
 * (docs/safety.md#limits-on-requests).
 */
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
  ['unknown files', (at) => `/files/${at}`],
  ['pictures', (at) => `/pictures/${900_000 + at}/320`],
  ['pictures of an invalid width', (at) => `/pictures/${at}/1`],
]

/** Addresses that a limit or a cache reads differently from the router. */
export async function paths({ short, check }: Attack): Promise<void> {
  await check('spellings of private addresses', 'no 5xx; personal pages are no-store and never reach others', async (tally, target) => {
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
    await check(`missing ${name}`, `short responses, 429 after ${FILES} at most`, async (tally, target) => {
      const answers = await untilRefused(tally, target, FILES, path)
      const longest = Math.max(...answers.map(({ text }) => text.length))
      expect(tally, longest < 1500, `one response has ${longest} bytes`)
    })
  }
}

async function tryPath(tally: Tally, { url }: Target, player: Player, path: string): Promise<void> {
  const own = await sendRequest(url, { path, cookie: player.cookie })
  const others = await sendRequest(url, { path })
  count(tally, own, others)
  const control = String(own.headers['cache-control'] ?? '')
  const showsPlayer = own.text.includes(player.username)
  const shown = path.slice(0, 60)
  expect(tally, !showsPlayer || (/no-store/.test(control) && !/public/.test(control)), `${shown} shows the player with Cache-Control: ${control || 'none'}`) // prettier-ignore
  expect(tally, !others.text.includes(player.username), `${shown} shows a player to others`)
  expect(tally, own.headers['x-evil'] === undefined, `${shown} injects a header`)
  expect(
    tally,
    !/root:x:0|AUTH_SECRET|createServer\(/.test(own.text + others.text),
    `${shown} serves a file of the machine`,
  )
}

/** Sends request targets that are not paths. */
async function tryRaw(tally: Tally, { url }: Target, player: Player, path: string): Promise<void> {
  const { host } = new URL(url)
  const received = await sendBytes(
    url,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${nextAddress()}\r\nCookie: ${player.cookie}\r\nConnection: close\r\n\r\n`,
  )
  count(tally, received)
  const showsPlayer = received.text.includes(player.username)
  expect(
    tally,
    !showsPlayer || /cache-control: [^\r]*no-store/i.test(received.text),
    `${path} shows the player, but may be cached`,
  )
  expect(tally, !received.text.includes('evil.example'), `${path} is repeated`)
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
  await forEachParallel(Array(most + SLACK).keys(), 8, async (at) => {
    if (refused) return
    const answer = await sendRequest(url, { path: pathOf(at), address })
    count(tally, answer)
    if (answer.status === 429) refused ||= answers.length
    else answers.push(answer)
  })
  expect(tally, refused > 0, `not refused in ${answers.length} requests`)
  return answers
}
