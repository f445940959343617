import { sql } from 'drizzle-orm'
import { database } from '../../db/connection.server.ts'
import type { Section } from '../profile/profile-rules.ts'

/**
 * Collects all data stored about a player as plain JSON, without passwords, tokens or other secrets. A new table with
 * player data needs a line in SECTIONS and its description in profile-rules.ts.
 */
export async function collectPlayerData(playerId: string): Promise<Record<string, unknown>> {
  // Read everything from one snapshot, so that a concurrent change is in all sections or in none.
  return database().transaction(
    async (tx) => {
      const document: Record<string, unknown> = { madeAt: new Date().toISOString() }
      for (const [name, query] of Object.entries(SECTIONS)) {
        const { rows } = await tx.execute(query(playerId))
        document[name] = LISTS_NOT.has(name) ? (rows[0] ?? null) : rows
      }
      return document
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Sections that are a single row instead of a list. */
const LISTS_NOT = new Set(['profile', 'credits'])

type Read = (playerId: string) => ReturnType<typeof sql>

export const SECTIONS: Record<Section, Read> = {
  profile: (id) => sql`
    select id, username, full_name as "fullName", email, email_verified as "emailVerified", '/files/' || avatar as picture, frame, ground,
      role, shows_wishlist as "showsWishlist", shows_most_played as "showsMostPlayed", wants_mail as "wantsMail", mailed_at as "lastNewsMailedAt",
      suspended_until as "suspendedUntil", suspended_why as "suspendedWhy",
      created_at as "createdAt", updated_at as "updatedAt"
    from players where id = ${id}`,
  signInMethods: (id) => sql`
    select case provider_id when 'credential' then 'password' else provider_id end as method,
      created_at as "createdAt", updated_at as "updatedAt"
    from credentials where player_id = ${id} order by created_at, id`,
  sessions: (id) => sql`
    select id, user_agent as browser, created_at as "signedInAt", updated_at as "usedAt", expires_at as "endsAt"
    from sessions where player_id = ${id} order by created_at, id`,
  wishlist: (id) => sql`
    select g.title, g.slug, w.created_at as "addedAt"
    from wishlist_entries w join games g on g.id = w.game_id where w.player_id = ${id} order by w.created_at, w.id`,
  reactions: (id) => sql`
    select g.title, g.slug, r.reaction, r.created_at as "createdAt"
    from game_reactions r join games g on g.id = r.game_id where r.player_id = ${id} order by r.created_at, g.id`,
  shares: (id) => sql`
    select g.title, g.slug, s.created_at as "sharedAt"
    from game_shares s join games g on g.id = s.game_id where s.player_id = ${id} order by s.created_at, g.id`,
  recentlyPlayed: (id) => sql`
    select g.title, g.slug, r.played_at as "playedAt"
    from recent_games r join games g on g.id = r.game_id where r.player_id = ${id} order by r.played_at, g.id`,
  playing: (id) => sql`
    select g.title, g.slug, s.started_at as "startedAt", s.beat_at as "lastSeenAt"
    from play_sessions s join games g on g.id = s.game_id where s.player_id = ${id}`,
  credits: (id) => sql`
    select coalesce((select total from credit_balances where player_id = ${id}), 0) as total`,
  creditHistory: (id) => sql`
    select activity_type as activity, credits, metadata, created_at as "createdAt"
    from credit_awards where player_id = ${id} order by created_at, id`,
  signInDays: (id) => sql`select day, is_rest as "isStreakFreeze" from sign_in_days where player_id = ${id} order by day`,
  // Omit reports about this player: only operators may see who filed them.
  reports: (id) => sql`
    select r.kind, case r.kind when 'player' then p.username when 'picture' then substring(r.on_id from '[^/]*$') else r.on_id end as "on",
      r.reason, r.words, r.created_at as "createdAt"
    from reports r join players p on p.id = r.about_id where r.player_id = ${id} order by r.id`,
  // Omit the operators' internal notes.
  messages: (id) => sql`
    select m.kind, m.category, m.name, m.email, m.subject, m.content, m.rating, m.state, m.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('content', r.content, 'createdAt', r.created_at) order by r.id)
        from message_remarks r where r.message_id = m.id and r.kind = 'answer'), '[]') as answers
    from messages m where m.player_id = ${id} order by m.id`,
  blockedPlayers: (id) => sql`
    select b.username, l.created_at as "blockedAt"
    from player_blocks l join players b on b.id = l.blocked_id where l.player_id = ${id} order by l.created_at, b.id`,
  notifications: (id) => sql`
    select n.kind, n.times, n.words, p.title as "postTitle", n.created_at as "createdAt", n.read_at as "readAt"
    from notifications n left join posts p on p.id = n.post_id where n.player_id = ${id} order by n.created_at, n.id`,
  operatorActs: (id) => sql`
    select act, on_kind as "onKind", why, created_at as "createdAt"
    from operator_acts where operator_id = ${id} order by id`,
  actsOnAccount: (id) => sql`
    select act, why, created_at as "createdAt" from operator_acts
    where on_kind = 'player' and on_id = ${id} order by id`,
  blogDrafts: (id) => sql`
    select p.slug as post, d.fields, d.saved_at as "savedAt"
    from blog_drafts d join blog_posts p on p.id = d.post_id where d.saved_by = ${id} order by d.saved_at, p.id`,
  posts: (id) => sql`
    select p.id, p.type, p.title, p.content, p.tags, p.redirect_url as "link", p.redirect_title as "linkTitle",
      p.media_url as picture, g.title as game, p.state, p.state_why as "stateWhy", p.created_at as "createdAt",
      p.edited_at as "editedAt"
    from posts p left join games g on g.id = p.game_id where p.player_id = ${id} order by p.id`,
  comments: (id) => sql`
    select post_id as "postId", content, state, state_why as "stateWhy", created_at as "createdAt", edited_at as "editedAt"
    from comments where player_id = ${id} order by id`,
  likedPosts: (id) => sql`
    select post_id as "postId", created_at as "createdAt" from post_likes where player_id = ${id} order by created_at, post_id`,
  playDays: (id) => sql`select day, seconds from play_days where player_id = ${id} order by day`,
  playTimes: (id) => sql`
    select g.title, g.slug, t.seconds
    from game_play_times t join games g on g.id = t.game_id where t.player_id = ${id} order by t.seconds desc, g.id`,
}
