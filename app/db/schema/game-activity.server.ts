import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { players } from './accounts.server.ts'
import { games } from './games.server.ts'

/**
 * A player's reaction to a game: one row, so that like and dislike exclude each other
 * (docs/product.md#reactions-and-shares).
 */
export const gameReactions = pgTable(
  'game_reactions',
  {
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    reaction: text({ enum: ['like', 'dislike'] }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.playerId, t.gameId] }),
    index('game_reactions_game').on(t.gameId),
    check('game_reactions_reaction', sql`${t.reaction} in ('like', 'dislike')`),
  ],
)

/** The third reaction: a player has shared a game. In a separate table, since it does not exclude the other two. */
export const gameShares = pgTable(
  'game_shares',
  {
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.playerId, t.gameId] }), index('game_shares_game').on(t.gameId)],
)

/** The games that a player played last, at most 100 per player. */
export const recentGames = pgTable(
  'recent_games',
  {
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    playedAt: timestamp('played_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.playerId, t.gameId] }),
    index('recent_games_newest').on(t.playerId, t.playedAt.desc()),
    index('recent_games_game').on(t.gameId),
  ],
)
