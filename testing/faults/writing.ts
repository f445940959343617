import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { PortalProcess } from '../portal/portal-process.ts'
import { createPlayers, listGameIds, newSignUp, type Player } from './players.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import { waitFor } from '../portal/processes.ts'
import { type Answer, sendRequest } from './requests.ts'
import { addFault, HANG_MS, type Tally } from './results.ts'

export type Writing = {
  players: Player[]
  /** Acknowledged writes, each as its key in `readStoredKeys`. */
  acknowledged: Set<string>
  /** Stops writing and waits for running requests. */
  stop: () => Promise<void>
}

const PLAYERS = 40
const SIGN_UPS = 2
const PAUSE_MS = 50
const MIN_WRITES = 20
const MIN_WRITES_EACH = 2.5

/**
 * Many players write as fast as they get responses: wishlist entries, reactions and a spin each, while new players sign
 * up. Failed writes are not repeated.
 */
export async function startWriting(portals: PortalProcess[], { count = PLAYERS } = {}): Promise<Writing> {
  const database = databaseOf(portals[0]!)
  const [players, games] = [await createPlayers(database, count), await listGameIds(database)]
  const acknowledged = new Set<string>()
  let isStopped = false
  const urlOf = (at: number) => portals[at % portals.length]!.url

  async function write(key: string, sent: Promise<Answer>, isDone: (answer: Answer) => boolean): Promise<void> {
    if (isDone(await sent)) acknowledged.add(key)
    else await sleep(PAUSE_MS)
  }

  async function play({ id, cookie }: Player, at: number): Promise<void> {
    const url = urlOf(at)
    const spin = sendRequest(url, '/rewards/spin', { method: 'POST', cookie })
    await write(`spin ${id}`, spin, ({ headers }) => headers.location === '/rewards')
    // Each player starts at a different game, so that even a one-second round covers all games.
    const first = at % games.length
    for (const game of [...games.slice(first), ...games.slice(0, first)]) {
      if (isStopped) return
      const wish = sendRequest(url, `/wishlist/entries/${game}`, { method: 'PUT', cookie })
      await write(`wish ${id} ${game}`, wish, ({ status }) => status === 204)
      if (isStopped) return
      const reaction = at % 3 ? 'like' : 'dislike'
      const reacted = sendRequest(url, `/game/${game}/reaction`, { method: 'PUT', cookie, json: { reaction } })
      await write(`${reaction} ${id} ${game}`, reacted, ({ status }) => status === 200)
    }
  }

  async function signUp(at: number): Promise<void> {
    while (!isStopped) {
      const form = newSignUp()
      const signedUp = sendRequest(urlOf(at), '/signup', { form })
      await write(`player ${form.email}`, signedUp, ({ status }) => status === 303)
    }
  }

  const work = Promise.all([...players.map(play), ...Array.from({ length: SIGN_UPS }, (_, at) => signUp(at))])
  // A round that interrupts no write proves nothing.
  const least = Math.max(MIN_WRITES, count * MIN_WRITES_EACH)
  if ((await waitFor(() => acknowledged.size >= least, HANG_MS)) === null) {
    isStopped = true
    throw new Error(`The portal acknowledged ${acknowledged.size} instead of ${least} writes`)
  }
  return {
    players,
    acknowledged,
    async stop() {
      isStopped = true
      await work
    },
  }
}

/** Counts acknowledged writes and those that are missing, and checks that counts equal their rows. */
export async function countLost(tally: Tally, database: pg.ClientConfig, writing: Writing): Promise<void> {
  const stored = await readStoredKeys(database, writing)
  tally.acknowledged += writing.acknowledged.size
  const lost = [...writing.acknowledged].filter((key) => !stored.has(key))
  tally.lost += lost.length
  if (lost.length) tally.details.push(`✗ writes were lost\n    ${lost.join('\n    ')}`)
  const wrong = await query<{ what: string }>(database, WRONG_COUNTS)
  for (const { what } of wrong) addFault(tally, `${what} differ from their rows`)
}

async function readStoredKeys(database: pg.ClientConfig, { players, acknowledged }: Writing): Promise<Set<string>> {
  const emails = [...acknowledged].filter((key) => key.startsWith('player ')).map((key) => key.slice(7))
  const rows = await query<{ key: string }>(database, STORED_KEYS, [players.map(({ id }) => id), emails])
  return new Set(rows.map(({ key }) => key))
}

const STORED_KEYS = `
  select 'wish ' || player_id || ' ' || game_id as key from wishlist_entries where player_id = any ($1::uuid[])
  union all
  select reaction || ' ' || player_id || ' ' || game_id from game_reactions where player_id = any ($1::uuid[])
  union all
  select 'spin ' || player_id from credit_awards where player_id = any ($1::uuid[]) and activity_type = 'spin'
  union all
  select 'player ' || p.email from players p where p.email = any ($2::text[])
    and exists (select from credentials c where c.player_id = p.id)`

const WRONG_COUNTS = `
  select 'likes' as what where exists (
    select from game_views v
    left join (
      select game_id, count(*) filter (where reaction = 'like') as likes, count(*) filter (where reaction = 'dislike') as dislikes
      from game_reactions group by game_id
    ) r using (game_id)
    where v.likes <> coalesce(r.likes, 0) or v.dislikes <> coalesce(r.dislikes, 0))
  union all
  select 'balances' where exists (
    select from credit_balances b
    full join (select player_id, sum(credits) as total from credit_awards group by player_id) a using (player_id)
    where coalesce(b.total, 0) <> coalesce(a.total, 0))`
