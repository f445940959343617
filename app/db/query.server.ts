import type pg from 'pg'
import { connectionOf, database, preparesStatements, type Transaction } from './connection.server.ts'

/**
 * Runs a prepared statement, which PostgreSQL parses and plans once per connection. Use it for lists, search and
 * queries of every page. `name` must be unique to the text.
 */
export async function prepared<Row>(name: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database().$client.query<Row & pg.QueryResultRow>(statementOf(name, text, values))).rows
}

/** Like `prepared`, in a transaction, for statements that many requests run, such as an award. */
export async function preparedIn<Row>(
  tx: Transaction,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await connectionOf(tx).query<Row & pg.QueryResultRow>(statementOf(name, text, values))).rows
}

/**
 * Waits for the lock of a name and holds it until the transaction ends, to serialise work on one item. `kind` is the
 * number of the calling module, which separates its names from those of other modules.
 */
export async function lockName(tx: Transaction, kind: number, name: string): Promise<void> {
  await preparedIn(tx, 'lock-name', 'select pg_advisory_xact_lock($1, hashtext($2))', [kind, name])
}

/** Omits the name if a pooler does not support prepared statements. The statement is then planned each time. */
function statementOf(name: string, text: string, values: unknown[]): pg.QueryConfig {
  return preparesStatements() ? { name, text, values } : { text, values }
}
