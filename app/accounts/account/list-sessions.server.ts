import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { database } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { sessions } from '../../db/schema/accounts.server.ts'
import { sendCookie } from '../../server/http/request-state.server.ts'
import { sessionCookie } from '../../server/sessions/session.server.ts'
import { describeDevice } from './device.ts'

/** A session as its player sees it, without token and IP address. */
export type ShownSession = { id: string; device: string; signedInAt: Date; usedAt: Date; isThis: boolean }

/** Returns a player's valid sessions: first the current one, then the others by last use. */
export async function listSessions({ id, sessionId }: { id: string; sessionId: string }): Promise<ShownSession[]> {
  type Row = { id: string; userAgent: string | null; signedInAt: Date; usedAt: Date }
  const rows = await prepared<Row>('sessions-of-player', LIST, [id, sessionId])
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: describeDevice(userAgent),
    isThis: row.id === sessionId,
  }))
}

/** Ends one of a player's own sessions; returns false if there is none with this id. */
export async function endSessionOf(playerId: string, sessionId: string): Promise<boolean> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sessionId)) return false
  const ended = await prepared('end-session', 'delete from sessions where id = $1 and player_id = $2 returning id', [
    sessionId,
    playerId,
  ])
  return ended.length > 0
}

/** Ends all sessions of a player except the current one; returns how many. */
export async function endOtherSessions({ id, sessionId }: { id: string; sessionId: string }): Promise<number> {
  const ended = await prepared(
    'end-other-sessions',
    'delete from sessions where player_id = $1 and id <> $2 returning id',
    [id, sessionId],
  )
  return ended.length
}

/**
 * Replaces a session's token and sends the new cookie, after the player has entered the password again. A copy of the
 * old cookie then no longer gives access (OWASP ASVS 5.0, 7.2.4).
 */
export async function replaceToken({ sessionId }: { sessionId: string }): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  const replaced = await database()
    .update(sessions)
    .set({ token })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id })
  if (replaced.length) sendCookie(sessionCookie(token))
}

const LIST = `
  select id, user_agent as "userAgent", created_at as "signedInAt", updated_at as "usedAt"
  from sessions where player_id = $1 and expires_at > now()
  order by id = $2 desc, updated_at desc, id`
