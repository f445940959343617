import { bigint, index, integer, pgTable, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { players } from './accounts.server.ts'
import { games } from './games.server.ts'

/** A game that a player wants to come back to. */
export const wishlistEntries = pgTable(
  'wishlist_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('wishlist_entries_once').on(t.playerId, t.gameId),
    index('wishlist_entries_newest').on(t.playerId, t.createdAt.desc(), t.id.desc()),
    index('wishlist_entries_game').on(t.gameId),
  ],
)
