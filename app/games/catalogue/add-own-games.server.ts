import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { games } from '../../db/schema/games.server.ts'
import { chooseSlugs } from './choose-slugs.server.ts'
import { refreshListings } from './listings.server.ts'

type OwnGame = Omit<typeof games.$inferInsert, 'provider' | 'id'>

/**
 * Adds games of the portal itself, included or uploaded, and updates every list. A game whose slug another game has or
 * once had gets the next free one. Skips games that are in the catalogue already; returns the ids of the others.
 */
export async function addOwnGames(tx: Transaction, rows: OwnGame[]): Promise<number[]> {
  const known = new Set((await preparedIn<{ key: string }>(tx, 'own-games', OWN)).map(({ key }) => key))
  const missing = rows.filter(({ providerGameId }) => !known.has(providerGameId))
  if (!missing.length) return []
  // No import may choose a slug meanwhile.
  await tx.execute(sql`lock table games in share row exclusive mode`)
  const slugs = await chooseSlugs(
    tx,
    missing.map(({ slug }) => slug),
  )
  const own = missing.map((row, at) => ({ ...row, slug: slugs[at]!, provider: 'own' }))
  // Another node that starts at the same moment may have added them.
  const added = await tx
    .insert(games)
    .values(own)
    .onConflictDoNothing({ target: [games.provider, games.providerGameId] })
    .returning({ id: games.id })
  const ids = added.map(({ id }) => id)
  if (ids.length) await refreshListings(tx, ids)
  return ids
}

const OWN = `select provider_game_id as key from games where provider = 'own'`
