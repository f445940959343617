import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { measureSlowness } from '../fixtures/processor-time.ts'
import { databaseMs, processorMs } from '../portal/measure-processes.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import { type PortalProcess, startPortal } from '../portal/portal-process.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'
import { type Answer, sendRequest, sendForm, nextAddress } from './send.ts'

/** The portal under attack. */
export type Target = {
  /** Its origin, at 127.0.0.1. */
  url: string
  /** Null if the process is unknown. */
  pid: number | null
  /** Null if this run did not start it. */
  own: PortalProcess | null
}

/** This only ends a hang. */
const BUSY_ROUNDS = 60

export type Player = { email: string; password: string; username: string; cookie: string; address: string }

export async function startTarget(settings: Record<string, string> = {}, dataDir?: string): Promise<Target> {
  const own = await startPortal({ settings: { ...TEST_SETTINGS, ...settings }, dataDir })
  return { url: `http://127.0.0.1:${new URL(own.url).port}`, pid: own.pid, own }
}

/** Signs up a new player through the form; returns them signed in. */
export async function signUp({ url }: Target): Promise<Player> {
  const username = `a_${randomBytes(6).toString('hex')}`
  const player = {
    username,
    email: `${username}@mail.example`,
    password: `secret of ${username}`,
    address: nextAddress(),
  }
  const send = () => sendForm(url, { path: '/signup', address: player.address, form: signUpForm(player) })
  let answer = await send()
  // After earlier attacks a busy portal may respond with 503 and a Retry-After.
  for (let round = 0; answer.status === 503 && round < BUSY_ROUNDS; round++) {
    await sleep(1000)
    answer = await send()
  }
  const cookie = sessionOf(answer)
  if (!cookie)
    throw new Error(
      `Sign-up fails with ${answer.status}. Does the portal run with TRUST_PROXY=1, without mail and without another SITE_URL?`,
    )
  return { ...player, cookie }
}

/** Signs up an operator, by a change in the database; on a portal that this run did not start, it stays a player. */
export async function signUpOperator(target: Target): Promise<Player> {
  const player = await signUp(target)
  const { own } = target
  if (own) await query(databaseOf(own), `update players set role = 'operator' where email = $1`, [player.email])
  return player
}

export function signUpForm({ username, email, password }: Pick<Player, 'username' | 'email' | 'password'>) {
  return { username, email, password, terms: 'on' }
}

/** The session's Cookie header from a response; empty if it starts none. */
export function sessionOf({ headers }: Answer): string {
  const lines = [headers['set-cookie'] ?? []].flat()
  return lines.map((line) => line.split(';')[0]!).find((pair) => /session=./.test(pair)) ?? ''
}

type StoredData = {
  profile: object
  wishlist: object[]
  reactions: object[]
  recentlyPlayed: object[]
  sessions: object[]
} & {
  credits: { total: number }
  creditHistory: { activity: string; credits: number }[]
}

/** Everything that a portal stores about a player, from the data export. */
export async function readStoredData({ url }: Target, { cookie }: Pick<Player, 'cookie'>): Promise<StoredData> {
  const answer = await sendRequest(url, { path: '/account/data', cookie })
  if (answer.status !== 200) throw new Error(`/account/data returns ${answer.status}`)
  return JSON.parse(answer.text, (key, value: unknown) => (key === 'madeAt' ? undefined : value)) as StoredData
}

/** How long a measured slowness counts, in ms: a machine can become slower during a run. */
const MEASURED_FOR_MS = 5000
let measured = { slowness: measureSlowness(), at: performance.now() }

/** How many times slower than usual this machine computes at the moment. */
export function currentSlowness(): number {
  if (performance.now() - measured.at > MEASURED_FOR_MS)
    measured = { slowness: measureSlowness(), at: performance.now() }
  return measured.slowness
}

/**
 * Runs some work. Returns its result and the processor time of the portal and its database in ms, which does not depend
 * on load, corrected for a slow machine. If their processes are unknown or cannot be measured, it is elapsed time.
 */
export async function costOf<T>(target: Target, work: () => Promise<T>): Promise<{ done: T; ms: number }> {
  const [started, before] = [performance.now(), processorOf(target)]
  const done = await work()
  const after = processorOf(target)
  const ms = before === null || after === null ? performance.now() - started : after - before
  return { done, ms: Math.round(ms / currentSlowness()) }
}

function processorOf({ own }: Target): number | null {
  try {
    return own && processorMs(own.pid) + databaseMs(own.dataDir)
  } catch {
    return null
  }
}
