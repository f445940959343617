import { HIDDEN_NAMES } from '../community/posts/find-post.server.ts'
import type { SignedInPlayer } from '../accounts/use-player.ts'
import { loginKey, nextVisitCredits, spinKey } from '../credits/credit-rules.ts'
import { describeVisit } from '../credits/streak/describe-visit.ts'
import { recordVisitQuietly } from '../credits/streak/record-visit.server.ts'
import type { PlayerCredits } from '../credits/use-credited-player.ts'
import { NEW_MESSAGES, type PlayerInbox } from '../contact/inbox/inbox.server.ts'
import { prepared } from '../db/query.server.ts'
import { utcDay } from '../lib/dates.ts'
import { BROKEN_GAMES } from '../games/health/suspects.server.ts'
import { PENDING_GAMES, type PlayerReviews, WAITING_PLANS } from '../games/management/pending-games.server.ts'
import { requestedGameSlug, REACTED, type Reacted } from '../games/reactions/reactions.server.ts'
import { RECENT_IDS } from '../games/recent/recent-games.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { oncePerRequest } from '../server/http/request-state.server.ts'
import {
  rememberSession,
  renewSession,
  SESSION_RENEWED_AFTER_S,
  sessionToken,
} from '../server/sessions/session.server.ts'
import { type PlayerDuties, WAITING_COUNT } from '../moderation/waiting.server.ts'
import type { PlayerNotifications } from '../notifications/notification-rules.ts'
import {
  openedPostId,
  READ_NOTIFICATIONS_OF_POST,
  UNREAD_BUT_SEEN,
  UNREAD_COUNT,
} from '../notifications/count-unread.server.ts'
import type { PlayerWishes } from '../wishlist/wish-store.ts'
import { WISH_IDS } from '../wishlist/wishlist.server.ts'

/** What every screen knows about the signed-in player, one part per domain. */
export type ShellPlayer = SignedInPlayer &
  PlayerCredits &
  PlayerWishes &
  PlayerNotifications &
  PlayerDuties &
  PlayerInbox &
  PlayerReviews

/** What every page needs from a session. */
type ShellSession = {
  player: ShellPlayer | null
  /** Ids of the most recently played games. */
  recent: number[]
  /** Usernames of players that block this player or are blocked. */
  hidden: string[]
  /** The player's reaction to the game whose page this is; null on all other pages. */
  reacted: Reacted | null
  /** The session's cookie if it was renewed. */
  cookie: string | null
}

type Row = Omit<ShellPlayer, 'day' | 'visit' | 'tomorrow'> &
  Pick<ShellSession, 'recent' | 'hidden'> & { reacted?: Reacted | null; isOld: boolean }

const VISITOR: ShellSession = { player: null, recent: [], hidden: [], reacted: null, cookie: null }

/**
 * Returns the player of a valid session and everything personal on most pages, with one query per request; visitors
 * need none. The first request of a UTC day is recorded as the day's sign-in.
 */
export function loadShellPlayer(request: Request): Promise<ShellSession> {
  const token = sessionToken(request)
  if (!token) return Promise.resolve(VISITOR)
  return oncePerRequest(loadShellPlayer, () => readSession(request, token))
}

async function readSession(request: Request, token: string): Promise<ShellSession> {
  const day = utcDay(new Date())
  const given = [token, loginKey(day), spinKey(day)]
  const [post, game] = [openedPostId(request), requestedGameSlug(request)]
  const [found] = post
    ? await prepared<{ row: Row }>('shell-player-at-post', READ_AT_POST, [...given, post])
    : game
      ? await prepared<{ row: Row }>('shell-player-at-game', READ_AT_GAME, [...given, game])
      : await prepared<{ row: Row }>('shell-player', READ, given)
  rememberSession(token, found?.row.id ?? null)
  if (!found) return VISITOR
  const { isOld, recent, hidden, reacted = null, ...player } = found.row
  const visit = player.streak === null ? await recordVisitQuietly(request, player.id) : null
  const streak = visit?.streak ?? player.streak
  return {
    player: {
      ...player,
      avatar: player.avatar && fileHref(player.avatar),
      day,
      streak,
      tomorrow: streak === null ? null : nextVisitCredits(streak),
      credits: visit?.total ?? player.credits,
      visit: visit?.credits ? describeVisit(visit) : null,
    },
    recent,
    hidden,
    reacted,
    cookie: isOld ? await renewSession(token) : null,
  }
}

// As one JSON value: the driver parses that faster than it reads the column names.
const read = (unread: string, more = '') => `
  select to_json(r) as row from (
  select p.id, p.username, p.full_name as "fullName", p.email, p.avatar, p.frame, p.role = 'operator' as "isOperator",
    case when p.role = 'operator' then ${WAITING_COUNT} end as waiting,
    case when p.role = 'operator' then ${NEW_MESSAGES} end as "newMessages",
    case when p.role = 'operator' then ${PENDING_GAMES} end as "pendingGames",
    case when p.role = 'operator' then ${BROKEN_GAMES} end as "brokenGames",
    case when p.role = 'operator' then ${WAITING_PLANS} end as "waitingPlans",
    p.shows_wishlist as "showsWishlist", p.shows_most_played as "showsMostPlayed",
    p.wants_mail as "wantsMail", ${unread} as unread,
    coalesce((select total from credit_balances b where b.player_id = p.id), 0) as credits,
    (select (metadata->>'streak')::int from credit_awards a where a.player_id = p.id and a.key = $2) as streak,
    exists (select from credit_awards a where a.player_id = p.id and a.key = $3) as "hasSpun",
    ${WISH_IDS} as wishes, ${RECENT_IDS} as recent, ${HIDDEN_NAMES} as hidden,
    ${more}
    p.created_at > now() - interval '1 day' as "isNew",
    s.updated_at < now() - make_interval(secs => ${SESSION_RENEWED_AFTER_S}) as "isOld"
  from sessions s join players p on p.id = s.player_id
  where s.token = $1 and s.expires_at > now()
  ) r`

const READ = read(UNREAD_COUNT)
const READ_AT_GAME = read(UNREAD_COUNT, `${REACTED} as reacted,`)
const READ_AT_POST = `with seen as (${READ_NOTIFICATIONS_OF_POST}) ${read(UNREAD_BUT_SEEN)}`
