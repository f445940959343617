import { randomBytes } from 'node:crypto'
import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, ask } from './send.ts'
import { type Player, processorOf, signUp, signUpForm, type Target } from './target.ts'

/** What normalising, matching, trimming and splitting take longest over. */
const PIECES = [
  '\u0345\u0300', '\u0301', 'a.a@', ' ', '\u1100\u1161\u11A8', '\u202E', '\u200B', '\u{1F469}\u200D', '%', '&amp;', '<<', '../', '-', 'a,', '%00',
  '\uD800', '\r\n', '\\"', "'",
] // prettier-ignore
const WORST = 3

/** A text's place in a request: gives what is asked when the text stands there. */
type Field = { name: string; ask: (target: Target, text: string, player: Player) => Promise<Answer> }

/** What a form has in its other fields, so that none of them is the reason to go no further; ANYONE is another each time. */
const ANYONE = 'anyone'
const ACCOUNT = {
  ...signUpForm({ username: ANYONE, email: `${ANYONE}@mail.example`, password: 'some secret' }),
  next: '/',
}
const FORMS: [string, Record<string, string>, string[], boolean][] = [
  ['/login', ACCOUNT, ['email', 'password', 'next'], false],
  ['/signup', ACCOUNT, ['username', 'email', 'password', 'terms', 'next'], false],
  ['/forgot-password', ACCOUNT, ['email'], false],
  ['/reset-password', { token: 'none', password: 'some secret' }, ['token', 'password'], false],
  ['/verify-email', { token: 'none' }, ['token'], false],
  ['/login/google', { next: '/' }, ['next'], false],
  [
    '/account/profile',
    { username: ANYONE, fullName: '' },
    ['username', 'fullName', 'showsWishlist', 'wantsMail'],
    true,
  ],
  ['/players/nobody_here/block', { blocked: 'yes', next: '/' }, ['blocked', 'next'], true],
  ['/notifications/mail/end', { token: 'none' }, ['token'], false],
  ['/account/password', { current: 'x', password: 'some secret' }, ['current', 'password'], true],
  ['/account/delete', { username: 'x', current: 'x' }, ['username', 'current'], true],
  ['/reports/new?kind=player&id=nobody', { reason: 'spam', words: '', back: '/' }, ['reason', 'words', 'back'], true],
  ['/community/1', { content: 'x' }, ['content'], true],
  ['/community/1/like', { _method: 'PUT' }, ['_method'], true],
  ['/comments/1/edit', { content: 'x' }, ['content'], true],
]
const QUERIES: [string, string[]][] = [
  ['/games', ['q', 'filter', 'page']], ['/search', ['q']], ['/tags', ['tags']], ['/login', ['next', 'failed']], ['/signup', ['next']],
  ['/reset-password', ['token']], ['/notifications/mail/end', ['token']], ['/notifications', ['after']],
  ['/players/nobody_here', ['tab', 'after', 'page', 'asks']], ['/account', ['done', 'fault']], ['/api/auth/callback/google', ['state', 'code']],
  ['/community/1', ['after']], ['/community/1/comments', ['after']], ['/reports/new', ['kind', 'id']], ['/login', ['suspended']],
] // prettier-ignore
const HEADERS = ['user-agent', 'accept', 'accept-language', 'accept-encoding', 'if-none-match', 'cookie', 'origin']
const SEGMENTS = [
  '/players/',
  '/category/',
  '/games/',
  '/game/',
  '/sitemaps/',
  '/files/',
  '/pictures/1/',
  '/no/such/page/',
  '/community/',
  '/comments/',
]
const BODIES: [string, string, (text: string) => unknown][] = [
  ['PUT', '/game/2/reaction', (text) => ({ reaction: text })],
  ['POST', '/plays', (text) => ({ gameId: text })],
  ['POST', '/kept', (text) => ({ wishes: [{ id: text, at: text }], recent: [] })],
]

/** Lengths that a form lets through at its limit, and such as only a form without one does; in bytes. */
const LENGTHS: [number, number][] = [
  [7000, 14_000],
  [128_000, 256_000],
]
/** What a header's room leaves of an address. */
const ADDRESS_LENGTHS: [number, number] = [3500, 7000]
const SMALL_MS = 80
const LARGE_MS = 1000

/** Texts that cost more to look at than to send: what they take must grow in line with their length. */
export async function texts({ short, check }: Attack): Promise<void> {
  const groups: [string, Field[], [number, number][]][] = [
    ...FORMS.map(([path, others, names, signedIn]): (typeof groups)[number] => [
      `fields of ${path}`,
      names.map((name) => formField(path, name, others, signedIn)),
      LENGTHS,
    ]),
    ['JSON', BODIES.map((given) => jsonField(...given)), LENGTHS],
    ['queries', QUERIES.flatMap(([path, names]) => names.map((name) => queryField(path, name))), [ADDRESS_LENGTHS]],
    ['parts of addresses', SEGMENTS.map(segmentField), [ADDRESS_LENGTHS]],
    ['headers', HEADERS.map(headerField), [ADDRESS_LENGTHS]],
  ]
  for (const [name, fields, all] of groups) {
    await check(
      name,
      `twice the length takes at most 3 × the processor time, or ${SMALL_MS} ms`,
      async (tally, target) => {
        const player = await signUp(target)
        for (const lengths of all) {
          for (const field of fields) await tryField(tally, target, field, lengths, player, short)
        }
      },
    )
  }
}

async function tryField(
  tally: Tally,
  target: Target,
  field: Field,
  [half, whole]: [number, number],
  player: Player,
  short: boolean,
): Promise<void> {
  for (const piece of short ? PIECES.slice(0, WORST) : PIECES) {
    const cost = (bytes: number) => costOf(tally, target, () => field.ask(target, repeat(piece, bytes), player))
    const [once, twice] = [await cost(half), await cost(whole)]
    const isInLine = twice <= SMALL_MS || (twice <= 3 * once && twice <= LARGE_MS)
    expect(tally, isInLine, `${field.name}, of ${inAscii(piece)}: ${once} ms, of twice the length ${twice} ms`)
    // The other kinds would only say the same, and slowly.
    if (twice > LARGE_MS) return
  }
}

/** Processor time of one request in ms, the less of two where the first was much; the time it took where that is not known. */
async function costOf(tally: Tally, target: Target, work: () => Promise<Answer>): Promise<number> {
  const once = async () => {
    const before = processorOf(target)
    const answer = await work()
    count(tally, answer)
    const after = processorOf(target)
    return before === null || after === null ? Math.round(answer.ms) : after - before
  }
  const first = await once()
  return first > SMALL_MS && first < LARGE_MS ? Math.min(first, await once()) : first
}

function inAscii(piece: string): string {
  return JSON.stringify(piece).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function repeat(piece: string, bytes: number): string {
  return piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)))
}

function formField(path: string, name: string, others: Record<string, string>, signedIn: boolean): Field {
  const rest = new URLSearchParams(Object.entries(others).filter(([other]) => other !== name)).toString()
  return {
    name: `${name} of ${path}`,
    ask: ({ url }, text, { cookie }) =>
      ask(url, {
        method: 'POST',
        path,
        cookie: signedIn ? cookie : undefined,
        // Letters as they are take less room than percent signs and are read alike.
        body: `${rest.replaceAll(ANYONE, `t_${randomBytes(6).toString('hex')}`)}&${name}=${text.replace(/[%&+\r\n]/g, encodeURIComponent)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  }
}

function queryField(path: string, name: string): Field {
  return {
    name: `${name} of ${path}`,
    ask: ({ url }, text, { cookie }) =>
      ask(url, {
        path: `${path}?${name}=${encoded(text)}`,
        cookie: /^\/(account|notifications)$/.test(path) ? cookie : undefined,
      }),
  }
}

function segmentField(path: string): Field {
  return { name: path, ask: ({ url }, text) => ask(url, { path: path + encoded(text) }) }
}

function jsonField(method: string, path: string, document: (text: string) => unknown): Field {
  return {
    name: path,
    ask: ({ url }, text, { cookie }) =>
      ask(url, {
        method,
        path,
        cookie,
        body: JSON.stringify(document(text)),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
      }),
  }
}

function headerField(name: string): Field {
  return {
    name,
    ask: ({ url }, text) => {
      const value = Buffer.from(text.toWellFormed().replace(/[\r\n]/g, ' ')).toString('latin1')
      return ask(url, {
        path: `/games?n=${Math.random()}`,
        headers: { [name]: name === 'cookie' ? `a=${value}` : value },
      })
    },
  }
}

/** At most as long as ADDRESS_LENGTHS say, percent signs included. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .slice(0, text.length > ADDRESS_LENGTHS[0] / 2 ? ADDRESS_LENGTHS[1] : ADDRESS_LENGTHS[0])
    .replace(/%.?$/, '')
}
