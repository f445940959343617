import { database } from '../db/connection.server.ts'
import { listOf } from '../lib/text.ts'
import { ACCOUNTS_DATA } from './accounts.server.ts'
import { COMMUNITY_DATA } from './community.server.ts'
import { CREDITS_DATA } from './credits.server.ts'
import { GAMES_DATA } from './games.server.ts'
import { MESSAGES_DATA } from './messages.server.ts'

/**
 * All data that the portal stores about players, by table (docs/product.md#texts-that-follow-from-the-code). Tests
 * compare it with all columns of all tables that reference players. browser-storage.ts lists the data in browsers.
 */
export const PLAYER_DATA = { ...ACCOUNTS_DATA, ...GAMES_DATA, ...CREDITS_DATA, ...COMMUNITY_DATA, ...MESSAGES_DATA }

const entries = Object.values(PLAYER_DATA)

/**
 * For the form that deletes an account: the data that is deleted, and a sentence for each kind of data that remains.
 */
export const DELETION = {
  deleted: listOf([...new Set(entries.flatMap((entry) => ('deleted' in entry ? [entry.deleted] : [])))]),
  remains: entries.flatMap((entry) => ('remains' in entry ? [entry.remains] : [])),
}

/** Collects all data stored about a player as plain JSON, by section, without passwords, tokens or other secrets. */
export async function collectPlayerData(playerId: string): Promise<Record<string, unknown>> {
  // Read everything from one snapshot, so that a concurrent change appears in all sections or in none.
  return database().transaction(
    async (tx) => {
      const document: Record<string, unknown> = { madeAt: new Date().toISOString() }
      for (const [name, section] of entries.flatMap(({ download }) => Object.entries(download))) {
        const isSingle = 'single' in section
        const { rows } = await tx.execute(isSingle ? section.single(playerId) : section(playerId))
        document[name] = isSingle ? (rows[0] ?? null) : rows
      }
      return document
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
