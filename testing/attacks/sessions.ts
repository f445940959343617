import { createHmac } from 'node:crypto'
import { random } from '../fixtures/seeded-random.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import type { PortalProcess } from '../portal/portal-process.ts'
import { SECRET } from '../portal/settings.ts'
import { requestOf, type Row } from '../requests/route-row.ts'
import { ACCESS } from '../requests/rows.ts'
import { type Attack, HASHING } from './attack.ts'
import { count, expect } from './results.ts'
import { WORLD } from './routes.ts'
import { type Answer, sendRequest, sendForm, sendJson, forEachParallel } from './send.ts'
import { readStoredData, type Player, sessionOf, signUp, type Target } from './target.ts'

/** Every route that writes; some hash a password. */
const WRITES = ACCESS.filter(({ method }) => method)

/** Invalid sessions and requests from other sites neither change nor reveal anything. */
export async function sessions({ short, check }: Attack): Promise<void> {
  await check('forged sessions on every route', 'the same response as for a visitor; nothing changes', async (tally, target) => {
    const [victim, other] = [await createActivePlayer(target), await signUp(target)]
    const before = await readStoredData(target, victim)
    const forged = Object.entries(forge(victim.cookie, other.cookie))
    await forEachParallel(ACCESS.entries(), 4, async ([at, row]) => {
      const asVisitor = await send(target, row)
      count(tally, asVisitor)
      for (const [name, cookie] of short ? oneOf(forged, at) : forged) {
        const answer = await send(target, row, { cookie })
        count(tally, answer)
        const where = `${nameOf(row)} with ${name}`
        expect(tally, outcomeOf(answer) === outcomeOf(asVisitor), `${where} returns ${outcomeOf(answer)}, but ${outcomeOf(asVisitor)} to a visitor`)
        expect(tally, !answer.text.includes(victim.username), `${where} shows the player`)
      }
    })
    expect(tally, isSame(before, await readStoredData(target, victim)), 'data of the player has changed')
  }, HASHING) // prettier-ignore
  await check('ended sessions', 'the same response as for a visitor; nothing changes', async (tally, target) => {
    const victim = await createActivePlayer(target)
    const second = await signInAgain(target, victim)
    const over: [string, string][] = []
    await sendForm(target.url, { path: '/logout', cookie: second, form: {} })
    over.push(['a signed-out session', second])
    if (target.own) {
      const third = await signInAgain(target, victim)
      await expire(target.own, third)
      over.push(['an expired session', third])
      // A valid signature on a token that was never issued.
      const draw = random('a token that was never issued')
      const token = Buffer.from(Array.from({ length: 24 }, () => Math.floor(draw() * 256))).toString('base64url')
      over.push(['a session that was never started', withSignature(token)])
    }
    // An expired session may be deleted.
    const kept = async () => ({ ...(await readStoredData(target, victim)), sessions: [] })
    const before = await kept()
    for (const [at, write] of WRITES.entries()) {
      const asVisitor = await send(target, write)
      count(tally, asVisitor)
      for (const [name, cookie] of short ? oneOf(over, at) : over) {
        const answer = await send(target, write, { cookie })
        count(tally, answer)
        const where = `${nameOf(write)} with ${name}`
        expect(tally, outcomeOf(answer) === outcomeOf(asVisitor), `${where} returns ${outcomeOf(answer)}, but ${outcomeOf(asVisitor)} to a visitor`)
      }
    }
    expect(tally, isSame(before, await kept()), 'data of the player has changed')
  }, HASHING) // prettier-ignore
  await check('writes from other sites with the session', '403; nothing changes', async (tally, target) => {
    const victim = await createActivePlayer(target)
    const before = await readStoredData(target, victim)
    const { origin, host } = new URL(target.url)
    const elsewhere: Record<string, string | undefined>[] = [
      { origin: 'https://evil.example' }, { origin: 'null' }, { origin: undefined }, { origin: undefined, 'sec-fetch-site': 'cross-site' },
      { origin: undefined, 'sec-fetch-site': 'same-site' }, { origin: undefined, referer: `${origin}/` }, { origin: `${origin}.evil.example` },
      { origin: `https://${host}@evil.example` }, { origin: 'http://127.0.0.1:1' }, { origin: 'file://' },
      { origin: `http://evil.example/${host}` }, { origin: `${origin}, https://evil.example` }, { origin: '' },
    ] // prettier-ignore
    for (const [at, write] of WRITES.entries()) {
      for (const given of short ? oneOf(elsewhere, at) : elsewhere) {
        const answer = await send(target, write, { cookie: victim.cookie, headers: given })
        count(tally, answer)
        // Mail programs request this one themselves; its address identifies the player (docs/safety.md#who-acts).
        const isMail = write.route === 'notifications/mail/end'
        expect(tally, isMail || answer.status === 403, `${nameOf(write)} from ${JSON.stringify(given)} returns ${answer.status}`)
      }
    }
    expect(tally, isSame(before, await readStoredData(target, victim)), 'data of the player has changed')
  }) // prettier-ignore
}

/** A short run sends each route one of the list, in turn, so that all are sent. */
function oneOf<T>(list: T[], at: number): T[] {
  return list.slice(at % list.length).slice(0, 1)
}

/** Signs up a player with one of everything that the writes affect. */
async function createActivePlayer(target: Target): Promise<Player> {
  const player = await signUp(target)
  const { url } = target
  const { cookie, address } = player
  await sendRequest(url, { path: '/', cookie })
  await sendJson(url, { method: 'PUT', path: '/game/2/reaction', cookie, json: { reaction: 'like' } })
  await sendRequest(url, { method: 'PUT', path: '/wishlist/entries/2', cookie })
  await sendRequest(url, { method: 'POST', path: '/game/2/views', cookie, address })
  return player
}

async function signInAgain({ url }: Target, { email, password }: Player): Promise<string> {
  return sessionOf(await sendForm(url, { path: '/login', form: { email, password } }))
}

/** Cookies that resemble the player's session but are invalid. */
function forge(cookie: string, others: string): Record<string, string> {
  const [name = '', value = ''] = cookie.split('=')
  const [token = '', signature = ''] = decodeURIComponent(value).split('.')
  const [otherToken = '', otherSignature = ''] = decodeURIComponent(others.split('=')[1] ?? '').split('.')
  const made = (text: string) => `${name}=${encodeURIComponent(text)}`
  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  return {
    'the signature of another token': made(`${token}.${otherSignature}`),
    'an altered signature': made(`${token}.${flipped(signature)}`),
    'no signature': made(token),
    'an empty signature': made(`${token}.`),
    'a truncated signature': made(`${token}.${signature.slice(0, -2)}`),
    'a truncated token': made(`${token.slice(0, -1)}.${signature}`),
    'a token with an extra part': made(`${token}.x.${signature}`),
    'no token': made(`.${signature}`),
    'token and signature swapped': made(`${signature}.${token}`),
    'two tokens joined': made(`${token}${otherToken}.${signature}`),
    'a signature with another secret': made(`${token}.${createHmac('sha256', '').update(token).digest('base64')}`),
    'a signature without a hash': made(`${token}.none`),
    'a zero byte': `${name}=${encodeURIComponent(token)}%00.${encodeURIComponent(signature)}`,
    'a broken percent sign': `${name}=%E0%A4%A${value}`,
    'another name': cookie.replace(name, `${name}2`),
    'a name in capitals': cookie.replace(name, name.toUpperCase()),
    'a forged cookie before it': `${made(`${token}.${otherSignature}`)}; x=${value}`,
    quotes: `${name}="${decodeURIComponent(value)}x"`,
    'an SQL injection as the token': made(`' or 1=1 --.${signature}`),
  }
}

/** Must stay in step with app/server/sessions/session.server.ts. */
function withSignature(token: string): string {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64')
  return `playhall_session=${encodeURIComponent(`${token}.${signature}`)}`
}

async function expire(own: PortalProcess, cookie: string): Promise<void> {
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0]!
  await query(databaseOf(own), `update sessions set expires_at = now() - interval '1 second' where token = $1`, [token])
}

function send(
  { url }: Target,
  row: Row,
  { cookie, headers: given }: { cookie?: string; headers?: Record<string, string | undefined> } = {},
): Promise<Answer> {
  const { headers, ...request } = requestOf(row, WORLD)
  return sendRequest(url, { ...request, cookie, headers: { ...headers, ...given } })
}

function nameOf({ method = 'GET', route }: Row): string {
  return `${method} /${route}`
}

/** Distinguishes a visitor, who is redirected to sign in, from a player, who is redirected to the result. */
function outcomeOf({ status, headers }: Answer): string {
  return [status, headers.location].filter(Boolean).join(' to ')
}

/** Ignores when a session was last used. */
function isSame(before: object, after: object): boolean {
  const words = (kept: object) =>
    JSON.stringify(kept, (key, value: unknown) => (/usedAt|endsAt|updatedAt/.test(key) ? undefined : value))
  return words(before) === words(after)
}
