import { randomBytes } from 'node:crypto'
import { prepared } from '../../db/query.server.ts'
import { plainLine } from '../../lib/plain-text.ts'
import { SESSION_S, sessionCookie } from '../../server/sessions/session.server.ts'
import type { Suspension } from '../account-rules.ts'

/** A row of `credentials` that has just been verified. `password` is the hash that was checked; null for Google. */
export type Credential = { id: string; playerId: string; password: string | null }

const USER_AGENT_MAX = 300

/**
 * Begins a session after any kind of sign-in. Returns its Set-Cookie header, or the suspension of a suspended account.
 * Returns null if the credential or the account was changed or deleted after the credential was verified.
 *
 * The statement waits for a concurrent suspension or password change, and those wait for this statement before they end
 * all sessions. So no session survives a suspension or a password change (docs/safety.md#accounts).
 */
export async function beginSession(
  { id, playerId, password }: Credential,
  request: Request,
): Promise<{ cookie: string } | { suspension: Suspension } | null> {
  const token = randomBytes(24).toString('base64url')
  const userAgent = plainLine((request.headers.get('user-agent') ?? '').slice(0, USER_AGENT_MAX)) || null
  const values = [playerId, id, password, token, userAgent, SESSION_S]
  type Row = Suspension & { isSuspended: boolean; hasBegun: boolean }
  const [row] = await prepared<Row>('session-begin', BEGIN, values)
  if (row?.isSuspended) return { suspension: { until: row.until, why: row.why } }
  return row?.hasBegun ? { cookie: sessionCookie(token) } : null
}

const BEGIN = `
  with player as materialized (
    select id, suspended_until as until, suspended_why as why from players where id = $1 for share
  ), credential as materialized (
    select c.password from player join credentials c on c.player_id = player.id and c.id = $2 for share of c
  ), begun as (
    insert into sessions (player_id, token, user_agent, expires_at)
    select id, $4, $5, now() + make_interval(secs => $6) from player
    where (until > now()) is not true and exists (select from credential where password is not distinct from $3)
    returning id
  )
  select until, why, (until > now()) is true as "isSuspended", exists (select from begun) as "hasBegun" from player`
