import { preparedWrite } from '../db/query.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { PLAYER_OF_TOKEN, sessionToken } from '../server/session.server.ts'

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

/** The player of a request with a session that counts, in one query; null for visitors, without any. */
export async function loadShellPlayer(request: Request): Promise<ShellPlayer | null> {
  const token = sessionToken(request)
  if (!token) return null
  const [row] = await preparedWrite<ShellPlayer>('shell-player', READ, [token])
  return row ? { ...row, avatar: row.avatar && fileHref(row.avatar) } : null
}

const READ = `
  select p.id, p.username, p.full_name as "fullName", p.email, p.avatar, p.role = 'operator' as "isOperator",
    coalesce((select total from credit_balances b where b.player_id = p.id), 0) as credits,
    array(select game_id from wishlist_entries w where w.player_id = p.id order by created_at desc, id desc) as wishes
  from players p where p.id = ${PLAYER_OF_TOKEN}`
