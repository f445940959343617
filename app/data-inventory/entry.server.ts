import type { SQL, Table } from 'drizzle-orm'

/** Returns a query for the rows of a player, given the player's id. */
type Read = (playerId: string) => SQL

/**
 * Data that the portal stores about a player in one table. The privacy policy, the data download and the form for
 * account deletion use it, and tests compare all three with the schema.
 */
export type Entry<Stored extends Table> = {
  /** A title that players read. */
  title: string
  /** A description of each column, for players. */
  columns: Record<keyof Stored['$inferSelect'] & string, string>
  /** How long a row is stored, unless it is stored as long as the account. */
  until?: string
  /** The sections of the data download that read from this table, without passwords, tokens or other secrets. */
  download: Record<string, Read | { single: Read }>
} & (
  | {
      /** What is deleted with the account, worded to follow "your" (docs/decisions/009-deleting-an-account.md). */
      deleted: string
    }
  | {
      /** A sentence about data that remains after the account is deleted. */
      remains: string
    }
)

/** Marks a section of the download that is one object instead of a list. */
export const single = (read: Read) => ({ single: read })

export const NUMBER = 'an ID'
export const WHOSE = 'an owner'
/** Descriptions of columns that most tables have. The privacy policy does not repeat them for each table. */
export const OF_EACH_TABLE = [NUMBER, WHOSE]

export const WHEN = 'when it was created'
export const CHANGED = 'when it last changed'
export const GAME = 'which game'
export const POST = 'which post'
export const UNTIL_WITHDRAWN = 'until you withdraw it or delete your account'
