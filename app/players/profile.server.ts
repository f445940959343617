import type { Profile } from './player-rules.ts'
import { prepared } from '../db/query.server.ts'
import { visible } from '../db/visible.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { isUsername } from './player-rules.ts'

/**
 * A profile with data that must not leave the server. `hasBlockedViewer` means that the player has blocked the viewer,
 * which the viewer must not find out.
 */
export type FoundProfile = { id: string; hasBlockedViewer: boolean; profile: Profile }

/**
 * The number of newest posts that the sums include. Within the rate limits, a player needs nine days to write this many
 * posts.
 */
const MAX_SUMMED = 5000

/**
 * Finds a profile by username, ignoring case, as the player of a session token sees it. If `token` is null or invalid,
 * the viewer is a visitor. Returns null if there is no such player. Sums likes and comments from the counts of the
 * player's posts, which it finds with their index.
 */
export async function findProfile(username: string, token: string | null): Promise<FoundProfile | null> {
  if (!isUsername(username)) return null
  const [row] = await prepared<Row>('profile', PROFILE, [username, token])
  if (!row) return null
  const { id, viewerId, hasBlockedViewer, avatar, joinedAt, ...shown } = row
  const viewer = viewerId === null ? 'visitor' : viewerId === id ? 'self' : 'other'
  return {
    id,
    hasBlockedViewer,
    profile: { ...shown, avatar: avatar && fileHref(avatar), joinedAt: joinedAt.toISOString(), viewer },
  }
}

type Row = Omit<Profile, 'joinedAt' | 'viewer'> & {
  id: string
  viewerId: string | null
  hasBlockedViewer: boolean
  joinedAt: Date
}

const PROFILE = `
  select p.id, p.username, p.full_name as "fullName", p.avatar, p.frame, p.ground as background,
    p.created_at as "joinedAt", p.shows_wishlist as "showsWishlist",
    p.shows_most_played as "showsMostPlayed",
    s.posts, s.likes, s.comments,
    greatest((select total from credit_balances b where b.player_id = p.id), 0) as credits,
    v.id as "viewerId",
    exists (select from player_blocks where player_id = v.id and blocked_id = p.id) as "isBlocked",
    exists (select from player_blocks where player_id = p.id and blocked_id = v.id) as "hasBlockedViewer"
  from players p
  left join (select player_id as id from sessions where token = $2 and expires_at > now()) v on true
  cross join lateral (
    select count(*)::int as posts, coalesce(sum(n.likes), 0)::int as likes,
      coalesce(sum(n.comments), 0)::int as comments
    from (
      select id from posts where player_id = p.id and ${visible()} order by id desc limit ${MAX_SUMMED}
    ) o cross join lateral (select likes, comments from post_counts where post_id = o.id limit 1) n
  ) s
  where lower(p.username) = lower($1)`
