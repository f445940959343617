import type { SQL, Table } from 'drizzle-orm'

/** Returns the rows of a player, given the player's id. */
type Read = (playerId: string) => SQL

/**
 * What the portal stores about a player in one table. The privacy policy, the data download, the form that deletes an
 * account, and tests that compare all of these with the schema follow from it.
 */
export type Entry<Stored extends Table> = {
  /** A title for players. */
  title: string
  /** What each column holds, in words for players. */
  columns: Record<keyof Stored['$inferSelect'] & string, string>
  /** How long a row is stored, if not as long as the account. */
  until?: string
  /** Each section of the data download that reads from this table, without passwords, tokens or other secrets. */
  download: Record<string, Read | { single: Read }>
} & (
  | {
      /** Deleted with the account; reads well after "your" (docs/decisions/009-deleting-an-account.md). */
      deleted: string
    }
  | {
      /** A sentence about what stays when the account is deleted. */
      remains: string
    }
)

/** A section of the download that is one object instead of a list. */
export const single = (read: Read) => ({ single: read })

export const NUMBER = 'an ID'
export const WHOSE = 'an owner'
/** Descriptions that most tables share, which the privacy policy does not repeat for each. */
export const OF_EACH_TABLE = [NUMBER, WHOSE]

export const WHEN = 'when it was created'
export const CHANGED = 'when it last changed'
export const GAME = 'which game'
export const POST = 'which post'
export const UNTIL_WITHDRAWN = 'until you withdraw it or delete your account'
