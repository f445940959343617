import { eq } from 'drizzle-orm'
import type { ActOutcome } from '../../accounts/operators/audit-log.server.ts'
import { database } from '../../db/connection.server.ts'
import { games } from '../../db/schema/games.server.ts'
import { listCollections } from '../../games/arrangement/collections.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { addCollection, pinGame } from './arrangement-edits.ts'
import { editDraft } from './drafts.server.ts'

type Operator = Pick<Player, 'id' | 'username'>

/** Adds a game to the start of a row. The row of originals accepts only originals. */
export async function pinExistingGame(operator: Operator, list: string, id: number): Promise<ActOutcome> {
  const [game] = await database()
    .select({ status: games.status, isOriginal: games.isOriginal })
    .from(games)
    .where(eq(games.id, id))
  if (!game || game.status === 'deleted') return { outcome: 'gone' }
  if (list === 'original' && !game.isOriginal) return { outcome: 'forbidden', why: 'This row shows only originals' }
  return editDraft(operator, pinGame(list, id))
}

/** Adds a row with the games of a collection. */
export async function addCollectionRow(operator: Operator, id: number): Promise<ActOutcome> {
  const collections = listCollections()
  if (!collections.some((one) => one.id === id)) return { outcome: 'gone' }
  return editDraft(operator, addCollection(id))
}
