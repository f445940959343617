import { sql } from 'drizzle-orm'
import { closeDatabase, database, openDatabase } from '../app/db/connection.server.ts'
import { startEmbedded } from '../app/db/embedded.server.ts'
import { listed } from '../app/db/listed.server.ts'
import { createPlayer, signIn } from '../tests/players.ts'
import type { LoadRequest } from './load-client.ts'
import { requestOf, WARM_UP_OF_COUNTED } from './measure-rendered.ts'
import type { Portal } from './portal-process.ts'
import { databaseMs, processorMs } from './processes.ts'
import { sendLoad } from './send-load.ts'

/** Processor time of a page, in ms, of the portal and of its database, rendered for a visitor and for a player. */
export type SignedIn = { name: string; visitor: Spent; player: Spent; ratio: number }
type Spent = { portal: number; database: number }

const ROUNDS = 6
const REQUESTS = 400
/** A portal that carries load does not sleep while its database answers. */
const CONNECTIONS = 4
const WISHES = 60
const RECENT = 40

/** Each page for a visitor and for a player with a full account, in turns (A B B A). */
export async function measureSignedIn(
  portal: Portal,
  cookie: string,
  pages: Record<string, string>,
): Promise<SignedIn[]> {
  const results: SignedIn[] = []
  for (const [name, path] of Object.entries(pages)) {
    const sum = { visitor: { portal: 0, database: 0 }, player: { portal: 0, database: 0 } }
    await spend(portal, path, undefined, WARM_UP_OF_COUNTED)
    await spend(portal, path, cookie, WARM_UP_OF_COUNTED)
    for (let round = 0; round < ROUNDS; round++) {
      for (const who of round % 2 ? (['player', 'visitor'] as const) : (['visitor', 'player'] as const)) {
        const spent = await spend(portal, path, who === 'player' ? cookie : undefined)
        sum[who].portal += spent.portal
        sum[who].database += spent.database
      }
    }
    const of = ({ portal: ms, database: databaseMs }: Spent): Spent => ({
      portal: ms / ROUNDS / REQUESTS,
      database: databaseMs / ROUNDS / REQUESTS,
    })
    results.push({
      name,
      visitor: of(sum.visitor),
      player: of(sum.player),
      ratio: sum.player.portal / sum.visitor.portal,
    })
  }
  return results
}

async function spend(portal: Portal, path: string, cookie?: string, times = REQUESTS): Promise<Spent> {
  const before = { portal: processorMs(portal.pid), database: databaseMs(portal.dataDir) }
  const requests = Array.from({ length: times }, (): LoadRequest => ({ ...requestOf(portal, path), cookie }))
  await sendLoad({ connections: CONNECTIONS, requests })
  return { portal: processorMs(portal.pid) - before.portal, database: databaseMs(portal.dataDir) - before.database }
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
