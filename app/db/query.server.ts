import type pg from 'pg'
import { database, readDatabase } from './connection.server.ts'

/**
 * Runs a prepared statement on the replica (the primary where there is none): for the reads that every page makes,
 * where building and planning the query anew would cost more than running it. `name` must be unique to the text.
 */
export async function preparedRows<Row>(name: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await readDatabase().$client.query<Row & pg.QueryResultRow>({ name, text, values })).rows
}

/** The same on the primary, for what must be seen at once or writes. */
export async function preparedWrite<Row>(name: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database().$client.query<Row & pg.QueryResultRow>({ name, text, values })).rows
}
