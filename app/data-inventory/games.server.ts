import { sql } from 'drizzle-orm'
import type { playSessions, playDays, gamePlayTimes } from '../db/schema/credits.server.ts'
import type { gameReactions, gameShares, recentGames } from '../db/schema/game-activity.server.ts'
import type { wishlistEntries } from '../db/schema/wishlist.server.ts'
import { type Entry, NUMBER, WHOSE, WHEN, GAME, UNTIL_WITHDRAWN } from './entry.server.ts'

export const GAMES_DATA: {
  wishlistEntries: Entry<typeof wishlistEntries>
  gameReactions: Entry<typeof gameReactions>
  gameShares: Entry<typeof gameShares>
  recentGames: Entry<typeof recentGames>
  playSessions: Entry<typeof playSessions>
  playDays: Entry<typeof playDays>
  gamePlayTimes: Entry<typeof gamePlayTimes>
} = {
  wishlistEntries: {
    title: 'Your wishlist',
    until: UNTIL_WITHDRAWN,
    columns: { id: NUMBER, playerId: WHOSE, gameId: GAME, createdAt: 'when you added it' },
    deleted: 'wishlist',
    download: {
      wishlist: (id) => sql`
    select g.title, g.slug, w.created_at as "addedAt"
    from wishlist_entries w join games g on g.id = w.game_id where w.player_id = ${id} order by w.created_at, w.id`,
    },
  },
  gameReactions: {
    title: 'Games that you like or dislike',
    until: UNTIL_WITHDRAWN,
    columns: { playerId: WHOSE, gameId: GAME, reaction: 'like or dislike', createdAt: WHEN },
    deleted: 'likes and dislikes',
    download: {
      reactions: (id) => sql`
    select g.title, g.slug, r.reaction, r.created_at as "createdAt"
    from game_reactions r join games g on g.id = r.game_id where r.player_id = ${id} order by r.created_at, g.id`,
    },
  },
  gameShares: {
    title: 'Games that you shared',
    columns: { playerId: WHOSE, gameId: GAME, createdAt: 'when you first shared it' },
    deleted: 'games shared',
    download: {
      shares: (id) => sql`
    select g.title, g.slug, s.created_at as "sharedAt"
    from game_shares s join games g on g.id = s.game_id where s.player_id = ${id} order by s.created_at, g.id`,
    },
  },
  recentGames: {
    title: 'The 100 games that you played last',
    until: 'until you clear them or delete your account',
    columns: { playerId: WHOSE, gameId: GAME, playedAt: 'when you last opened it' },
    deleted: 'games played',
    download: {
      recentlyPlayed: (id) => sql`
    select g.title, g.slug, r.played_at as "playedAt"
    from recent_games r join games g on g.id = r.game_id where r.player_id = ${id} order by r.played_at, g.id`,
    },
  },
  playSessions: {
    title: 'The game that you are playing',
    until: 'until you play another',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      gameId: GAME,
      startedAt: 'since when',
      beatAt: 'when we last heard from the game page',
    },
    deleted: 'games played',
    download: {
      playing: (id) => sql`
    select g.title, g.slug, s.started_at as "startedAt", s.beat_at as "lastSeenAt"
    from play_sessions s join games g on g.id = s.game_id where s.player_id = ${id}`,
    },
  },
  playDays: {
    title: 'How long you played',
    columns: { playerId: WHOSE, day: 'the day', seconds: 'how many seconds, in all games together' },
    deleted: 'play time',
    download: {
      playDays: (id) => sql`select day, seconds from play_days where player_id = ${id} order by day`,
    },
  },
  gamePlayTimes: {
    title: 'How long you played each game',
    columns: { playerId: WHOSE, gameId: GAME, seconds: 'how many seconds' },
    deleted: 'play time',
    download: {
      playTimes: (id) => sql`
    select g.title, g.slug, t.seconds
    from game_play_times t join games g on g.id = t.game_id where t.player_id = ${id} order by t.seconds desc, g.id`,
    },
  },
}
