import type pg from 'pg'
import { connectionOf, database, preparesStatements, replica, type Transaction } from './connection.server.ts'

/**
 * Runs a prepared statement on the replica, or on the primary where there is none or it is not well: for the reads that every
 * page makes, where building and planning the query anew would cost more than running it. May lack what was written just
 * now. `name` must be unique to the text.
 */
export async function preparedOnReplica<Row>(name: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const pool = replica()?.pool()
  if (!pool) return preparedOnPrimary(name, text, values)
  try {
    return (await pool.query<Row & pg.QueryResultRow>({ name, text, values })).rows
  } catch {
    // It has just stopped, or its replay was in the way, or it lacks what a migration made: the primary knows.
    return preparedOnPrimary(name, text, values)
  }
}

/** The same on the primary: for what writes, and for reads that must see what was written just now. */
export async function preparedOnPrimary<Row>(name: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database().$client.query<Row & pg.QueryResultRow>(statementOf(name, text, values))).rows
}

/** The same in a transaction: for what is written often, where each statement would be built and planned anew for each of many. */
export async function preparedIn<Row>(
  tx: Transaction,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await connectionOf(tx).query<Row & pg.QueryResultRow>(statementOf(name, text, values))).rows
}

/** Without its name it is planned each time, as behind a pooler that keeps no statements. */
function statementOf(name: string, text: string, values: unknown[]): pg.QueryConfig {
  return preparesStatements() ? { name, text, values } : { text, values }
}
