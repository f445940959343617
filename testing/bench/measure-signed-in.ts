import { sql } from 'drizzle-orm'
import { closeDatabase, database, openDatabase } from '../../app/db/connection.server.ts'
import { startEmbedded } from '../../app/db/embedded.server.ts'
import { listed } from '../../app/db/listed.server.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'
import type { LoadRequest } from './load-client.ts'
import { requestOf, WARM_UP_OF_COUNTED } from './measure-rendered.ts'
import type { Portal } from './portals.ts'
import { renderingMs } from './profile-rendering.ts'
import { databaseMs, processorMs } from '../portal/measure-processes.ts'
import { median, sendLoad, type Spread, spreadOf } from './send-load.ts'

/**
 * Processor time of an uncached page in ms, of the portal and of its database: for a visitor, for a player without
 * games, whose page has the same rows, and for a player with wishlist entries and recent games. `ratioToVisitor`
 * compares the second with the first, `ratioToReact` the third with React's `renderToString` of the same pages.
 */
export type SignedIn = { name: string; ratioToVisitor: Spread; ratioToReact: number } & Record<Client, Spent>
type Client = 'visitor' | 'newcomer' | 'player'
type Spent = { portal: number; database: number }

const CLIENTS: Client[] = ['visitor', 'newcomer', 'player']
const ROUNDS = 16
const REQUESTS = 200
/** A portal under load does not sleep while its database responds. */
const CONNECTIONS = 4
const WISHES = 60
const RECENT = 40

/** Measures each page for each kind of client alternately. Takes the Cookie headers of both players. */
export async function measureSignedIn(
  portal: Portal,
  cookies: Record<Exclude<Client, 'visitor'>, string>,
  pages: Record<string, string>,
): Promise<SignedIn[]> {
  const results: SignedIn[] = []
  for (const [name, path] of Object.entries(pages)) {
    const spend = (who: Client, times = REQUESTS) =>
      measureRequests(portal, times, () => {
        const request = requestOf(portal, path)
        return who === 'visitor' ? request : { ...request, cookie: cookies[who] }
      })
    for (const who of CLIENTS) await spend(who, WARM_UP_OF_COUNTED)
    const turns: Record<Client, Spent>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const turn: Partial<Record<Client, Spent>> = {}
      for (const who of round % 2 ? CLIENTS.toReversed() : CLIENTS) turn[who] = await spend(who)
      turns.push(turn as Record<Client, Spent>)
    }
    const of = (who: Client): Spent => ({
      portal: median(turns.map((turn) => turn[who].portal)),
      database: median(turns.map((turn) => turn[who].database)),
    })
    const profiled = ROUNDS * REQUESTS
    let whole = 0
    const rendering = await renderingMs(portal.pid, async () => {
      whole = (await spend('player', profiled)).portal * profiled
    })
    results.push({
      name,
      visitor: of('visitor'),
      newcomer: of('newcomer'),
      player: of('player'),
      ratioToVisitor: spreadOf(turns.map(({ newcomer, visitor }) => newcomer.portal / visitor.portal)),
      ratioToReact: whole / rendering,
    })
  }
  return results
}

/** The average cost of one request. */
async function measureRequests(portal: Portal, times: number, make: () => LoadRequest): Promise<Spent> {
  const before = { portal: processorMs(portal.pid), database: databaseMs(portal.dataDir) }
  await sendLoad({ connections: CONNECTIONS, requests: Array.from({ length: times }, make) })
  return {
    portal: (processorMs(portal.pid) - before.portal) / times,
    database: (databaseMs(portal.dataDir) - before.database) / times,
  }
}

/** Creates an established player and a new one; returns their Cookie headers. */
export async function createPlayers({ dataDir }: Portal): Promise<{ player: string; newcomer: string }> {
  const { connection, release } = await startEmbedded({ dataDir, role: 'command' })
  openDatabase({ primary: connection, onError: () => {} })
  try {
    const player = await createPlayer({ fullName: 'Mara Voss' })
    const some = (count: number) =>
      sql`(select id from games g where ${sql.raw(listed('g'))} order by id limit ${count})`
    await database().execute(
      sql`insert into wishlist_entries (player_id, game_id) select ${player.id}::uuid, id from ${some(WISHES)} g`,
    )
    await database().execute(
      sql`insert into recent_games (player_id, game_id, played_at)
        select ${player.id}::uuid, id, now() - id * interval '1 minute' from ${some(RECENT)} g`,
    )
    const newcomer = await createPlayer({ fullName: 'Jo Lee' })
    return { player: (await signIn(player)).cookie, newcomer: (await signIn(newcomer)).cookie }
  } finally {
    await closeDatabase()
    await release()
  }
}
