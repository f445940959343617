import { asc, eq } from 'drizzle-orm'
import { type ActOutcome, logAct } from '../../../accounts/operators/audit-log.server.ts'
import { database, type Transaction } from '../../../db/connection.server.ts'
import { savedViews } from '../../../db/schema/game-management.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { describeFilter, gamesQueryText, readGamesQuery, VIEWS_MAX } from './table-rules.ts'

export type SavedView = { id: number; name: string; query: string }

/** The views of all operators, by name. */
export function listSavedViews(): Promise<SavedView[]> {
  const { id, name, query } = savedViews
  return database().select({ id, name, query }).from(savedViews).orderBy(asc(name)).limit(VIEWS_MAX)
}

/** Saves a filter and order under a name. A view with this name gets the new ones. */
export async function saveView(operator: Player, name: string, text: string): Promise<ActOutcome> {
  const query = gamesQueryText(readGamesQuery(new URLSearchParams(text)))
  const views = await listSavedViews()
  if (views.length >= VIEWS_MAX && !views.some((view) => view.name === name))
    return { outcome: 'forbidden', why: `There are ${VIEWS_MAX} views already. Delete one first` }
  return database().transaction(async (tx): Promise<ActOutcome> => {
    await tx.insert(savedViews).values({ name, query }).onConflictDoUpdate({ target: savedViews.name, set: { query } })
    await logView(tx, operator, 'view saved', { name, query })
    return { outcome: 'done' }
  })
}

export async function deleteView(operator: Player, id: number): Promise<ActOutcome> {
  return database().transaction(async (tx): Promise<ActOutcome> => {
    const [view] = await tx.delete(savedViews).where(eq(savedViews.id, id)).returning()
    if (!view) return { outcome: 'gone' }
    await logView(tx, operator, 'view deleted', view)
    return { outcome: 'done' }
  })
}

/** The log names a view by its query, so that its link leads to the same games after the view is changed or deleted. */
function logView(
  tx: Transaction,
  by: Player,
  act: 'view saved' | 'view deleted',
  { name, query }: Omit<SavedView, 'id'>,
): Promise<void> {
  const why = describeFilter(readGamesQuery(new URLSearchParams(query)))
  return logAct(tx, { by, act, on: { kind: 'view', id: query }, why, details: { title: name } })
}
