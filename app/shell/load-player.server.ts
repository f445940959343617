import { preparedWrite } from '../db/query.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { renewSession, SESSION_RENEWED_AFTER_S, sessionToken } from '../server/session.server.ts'

/** What every screen knows of the player who looks at it. */
export type ShellPlayer = {
  id: string
  username: string
  /** Empty where none is given. */
  fullName: string
  email: string
  /** Address of the picture, or null. */
  avatar: string | null
  isOperator: boolean
  credits: number
  /** Ids of the games on the wishlist, newest first. */
  wishes: number[]
}

type Row = ShellPlayer & { isOld: boolean }

/**
 * The player of a request with a session that counts, in one query; null for visitors, without any. `cookie` is the
 * session's, to be set again, where it was due to be prolonged.
 */
export async function loadShellPlayer(
  request: Request,
): Promise<{ player: ShellPlayer | null; cookie: string | null }> {
  const token = sessionToken(request)
  const [row] = token ? await preparedWrite<Row>('shell-player', READ, [token]) : []
  if (!token || !row) return { player: null, cookie: null }
  const { isOld, ...player } = row
  return {
    player: { ...player, avatar: player.avatar && fileHref(player.avatar) },
    cookie: isOld ? await renewSession(token) : null,
  }
}

const READ = `
  select p.id, p.username, p.full_name as "fullName", p.email, p.avatar, p.role = 'operator' as "isOperator",
    coalesce((select total from credit_balances b where b.player_id = p.id), 0) as credits,
    array(select game_id from wishlist_entries w where w.player_id = p.id order by created_at desc, id desc) as wishes,
    s.updated_at < now() - make_interval(secs => ${SESSION_RENEWED_AFTER_S}) as "isOld"
  from sessions s join players p on p.id = s.player_id
  where s.token = $1 and s.expires_at > now()`
