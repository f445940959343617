import { sql } from 'drizzle-orm'
import { closeDatabase, database, openDatabase } from '../../app/db/connection.server.ts'
import { startEmbedded } from '../../app/db/embedded.server.ts'
import { listed } from '../../app/db/listed.server.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'
import type { LoadRequest } from './load-client.ts'
import { requestOf, WARM_UP_OF_COUNTED } from './measure-rendered.ts'
import type { Portal } from './portals.ts'
import { databaseMs, processorMs } from '../portal/measure-processes.ts'
import { median, sendLoad, type Spread, spreadOf } from './send-load.ts'

/**
 * Processor time of a page, in ms, of the portal and of its database: made for a visitor; made for a player where nobody
 * has asked for it within its minute; and put together for a player, as it is for the rest of that minute (decision 025).
 */
export type SignedIn = { name: string; first: Spread; kept: Spread } & Record<Asker, Spent>
type Asker = 'visitor' | 'player' | 'keptPlayer'
type Spent = { portal: number; database: number }

const ASKERS: Asker[] = ['visitor', 'player', 'keptPlayer']
const ROUNDS = 16
const REQUESTS = 200
/** A portal that carries load does not sleep while its database answers. */
const CONNECTIONS = 4
const WISHES = 60
const RECENT = 40

/** Each page for each asker, in turns. */
export async function measureSignedIn(
  portal: Portal,
  cookie: string,
  pages: Record<string, string>,
): Promise<SignedIn[]> {
  const results: SignedIn[] = []
  for (const [name, path] of Object.entries(pages)) {
    const spend = (who: Asker, times = REQUESTS) =>
      measureRequests(portal, times, () => {
        const request = requestOf(portal, path)
        if (who === 'visitor') return request
        return { ...request, cookie, path: who === 'player' ? request.path : path }
      })
    for (const who of ASKERS) await spend(who, WARM_UP_OF_COUNTED)
    const turns: Record<Asker, Spent>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const turn: Partial<Record<Asker, Spent>> = {}
      for (const who of round % 2 ? ASKERS.toReversed() : ASKERS) turn[who] = await spend(who)
      turns.push(turn as Record<Asker, Spent>)
    }
    const of = (who: Asker): Spent => ({
      portal: median(turns.map((turn) => turn[who].portal)),
      database: median(turns.map((turn) => turn[who].database)),
    })
    const beside = (who: Asker) => spreadOf(turns.map((turn) => turn[who].portal / turn.visitor.portal))
    results.push({
      name,
      visitor: of('visitor'),
      player: of('player'),
      keptPlayer: of('keptPlayer'),
      first: beside('player'),
      kept: beside('keptPlayer'),
    })
  }
  return results
}

/** What one of so many requests takes. */
async function measureRequests(portal: Portal, times: number, make: () => LoadRequest): Promise<Spent> {
  const before = { portal: processorMs(portal.pid), database: databaseMs(portal.dataDir) }
  await sendLoad({ connections: CONNECTIONS, requests: Array.from({ length: times }, make) })
  return {
    portal: (processorMs(portal.pid) - before.portal) / times,
    database: (databaseMs(portal.dataDir) - before.database) / times,
  }
}

/** A player who has been here for a while; gives the Cookie header. */
export async function makePlayer({ dataDir }: Portal): Promise<string> {
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
    return (await signIn(player)).cookie
  } finally {
    await closeDatabase()
    await release()
  }
}
