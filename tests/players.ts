import { randomBytes } from 'node:crypto'
import { hashPassword } from '../app/accounts/passwords.server.ts'
import { database } from '../app/db/connection.server.ts'
import { credentials, players, sessions } from '../app/db/schema/accounts.server.ts'
import { signedCookie } from '../app/server/session.server.ts'

export type PlayerRow = typeof players.$inferSelect

/** A player with a confirmed address, who was never signed in. */
export async function createPlayer(overrides: Partial<typeof players.$inferInsert> = {}): Promise<PlayerRow> {
  const name = `player_${randomBytes(4).toString('hex')}`
  const [row] = await database()
    .insert(players)
    .values({ username: name, email: `${name}@mail.example`, emailVerified: true, ...overrides })
    .returning()
  return row as PlayerRow
}

/** For a player who came before the day in which one counts as new. */
export const NOT_NEW = { createdAt: new Date(Date.now() - 25 * 3_600_000) }

/** A player, with the Cookie header of a browser where they are signed in. */
export type Actor = PlayerRow & { cookie: string }

/** A player as `createPlayer` makes one, who is signed in. */
export async function createActor(overrides: Partial<typeof players.$inferInsert> = {}): Promise<Actor> {
  const player = await createPlayer(overrides)
  return { ...player, cookie: (await signIn(player)).cookie }
}

/** Lets a player sign in with a password. */
export async function givePassword<Player extends { id: string }>(player: Player, password: string): Promise<Player> {
  const hash = await hashPassword(password)
  const values = { playerId: player.id, providerId: 'credential', accountId: player.id, password: hash }
  await database().insert(credentials).values(values)
  return player
}

/** Signs a player in; gives the token and the Cookie header of a browser that holds the session. */
export async function signIn({ id }: { id: string }): Promise<{ token: string; cookie: string }> {
  const token = randomBytes(24).toString('base64url')
  await database()
    .insert(sessions)
    .values({ token, playerId: id, expiresAt: new Date(Date.now() + 86_400_000) })
  return { token, cookie: signedCookie(token) }
}
