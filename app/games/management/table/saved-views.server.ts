import { asc, eq } from 'drizzle-orm'
import type { ActOutcome } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { savedViews } from '../../../db/schema/game-management.server.ts'
import { gamesQueryText, readGamesQuery, VIEWS_MAX } from './table-rules.ts'

export type SavedView = { id: number; name: string; query: string }

/** The views of all operators, by name. */
export function listSavedViews(): Promise<SavedView[]> {
  const { id, name, query } = savedViews
  return database().select({ id, name, query }).from(savedViews).orderBy(asc(name)).limit(VIEWS_MAX)
}

/** Saves a filter and order under a name. A view with this name gets the new ones. */
export async function saveView(name: string, text: string): Promise<ActOutcome> {
  const query = gamesQueryText(readGamesQuery(new URLSearchParams(text)))
  const views = await listSavedViews()
  if (views.length >= VIEWS_MAX && !views.some((view) => view.name === name))
    return { outcome: 'forbidden', why: `There are ${VIEWS_MAX} views already. Delete one first` }
  await database()
    .insert(savedViews)
    .values({ name, query })
    .onConflictDoUpdate({ target: savedViews.name, set: { query } })
  return { outcome: 'done' }
}

export async function deleteView(id: number): Promise<ActOutcome> {
  const deleted = await database().delete(savedViews).where(eq(savedViews.id, id)).returning({ id: savedViews.id })
  return { outcome: deleted.length ? 'done' : 'gone' }
}
