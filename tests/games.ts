import { sql } from 'drizzle-orm'
import { database } from '../app/db/connection.server.ts'
import { games, gameViews } from '../app/db/schema/games.server.ts'
import { refreshListings } from '../app/games/catalogue/listings.server.ts'

export type GameRow = typeof games.$inferSelect
export type GameOverrides = Partial<typeof games.$inferInsert> & { views?: number }

let made = 0

/** A game of a provider as it stands in the catalogue, in its lists: with an address, in Casual, a month old, never viewed. */
export async function createGame(overrides: GameOverrides = {}): Promise<GameRow> {
  return (await createGames([overrides]))[0] as GameRow
}

/** One game for each overrides, in their order, in one transaction. */
export async function createGames(overrides: GameOverrides[]): Promise<GameRow[]> {
  return database().transaction(async (tx) => {
    const rows = await tx.insert(games).values(overrides.map(rowOf)).returning()
    await tx.insert(gameViews).values(rows.map(({ id }, at) => ({ gameId: id, views: overrides[at]?.views ?? 0 })))
    await refreshListings(
      tx,
      rows.map(({ id }) => id),
    )
    return rows
  })
}

/** Takes every game away, and all that was derived from them. */
export async function emptyCatalogue(): Promise<void> {
  await database().execute(
    sql`truncate games, game_views, game_view_marks, game_view_days, game_categories, game_tags, game_counts, search_words restart identity cascade`,
  )
}

/** So many days before now. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}

function rowOf(overrides: GameOverrides): typeof games.$inferInsert {
  const name = `${++made}-${crypto.randomUUID().slice(0, 8)}`
  return {
    slug: `game-${name}`,
    title: `Game ${name}`,
    provider: 'gamemonetize',
    providerGameId: name,
    categories: ['Casual'],
    tags: [],
    description: '',
    howToPlay: '',
    url: `https://html5.gamemonetize.com/${name}/`,
    createdAt: daysAgo(30),
    updatedAt: daysAgo(30),
    ...overrides,
  }
}
