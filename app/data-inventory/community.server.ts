import { sql } from 'drizzle-orm'
import type { posts, comments, postLikes, playerBlocks, reports } from '../db/schema/community.server.ts'
import type { notifications } from '../db/schema/notifications.server.ts'
import { type Entry, NUMBER, WHOSE, POST, UNTIL_WITHDRAWN } from './entry.server.ts'

export const COMMUNITY_DATA: {
  posts: Entry<typeof posts>
  comments: Entry<typeof comments>
  postLikes: Entry<typeof postLikes>
  notifications: Entry<typeof notifications>
  playerBlocks: Entry<typeof playerBlocks>
  reports: Entry<typeof reports>
} = {
  posts: {
    title: 'Your posts',
    until: 'until you delete them or your account',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      title: 'title',
      content: 'text',
      type: 'type',
      tags: 'tags',
      redirectUrl: 'a link',
      redirectTitle: 'and its title',
      mediaUrl: 'a picture',
      mediaWidth: 'its width',
      mediaHeight: 'and height',
      gameId: 'the game that it is about',
      state: 'whether it is public, pending review or removed',
      stateWhy: 'and why',
      createdAt: 'when you wrote it',
      editedAt: 'when you changed it',
    },
    deleted: 'posts with the comments below them',
    download: {
      posts: (id) => sql`
    select p.id, p.type, p.title, p.content, p.tags, p.redirect_url as "link", p.redirect_title as "linkTitle",
      p.media_url as picture, g.title as game, p.state, p.state_why as "stateWhy", p.created_at as "createdAt",
      p.edited_at as "editedAt"
    from posts p left join games g on g.id = p.game_id where p.player_id = ${id} order by p.id`,
    },
  },
  comments: {
    title: 'Your comments',
    until: 'until you delete them or your account, or someone deletes the post',
    columns: {
      id: NUMBER,
      postId: POST,
      playerId: WHOSE,
      content: 'text',
      state: 'whether it is public, pending review or removed',
      stateWhy: 'and why',
      createdAt: 'when you wrote it',
      editedAt: 'when you changed it',
    },
    deleted: 'comments',
    download: {
      comments: (id) => sql`
    select post_id as "postId", content, state, state_why as "stateWhy",
      created_at as "createdAt", edited_at as "editedAt"
    from comments where player_id = ${id} order by id`,
    },
  },
  postLikes: {
    title: 'Posts that you like',
    until: UNTIL_WITHDRAWN,
    columns: { postId: POST, playerId: WHOSE, createdAt: 'since when' },
    deleted: 'likes of posts',
    download: {
      likedPosts: (id) => sql`
    select post_id as "postId", created_at as "createdAt"
      from post_likes where player_id = ${id} order by created_at, post_id`,
    },
  },
  notifications: {
    title: 'Your notifications',
    until: 'until 90 days after you read them',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      kind: 'what happened',
      postId: POST,
      commentId: 'which comment',
      actorId: 'who commented, marked the answer, or was the last to like the post',
      times: 'how many likes',
      words: 'what was decided and why',
      createdAt: 'when',
      readAt: 'when you read it',
    },
    deleted: 'notifications',
    download: {
      notifications: (id) => sql`
    select n.kind, n.times, n.words, p.title as "postTitle", n.created_at as "createdAt", n.read_at as "readAt"
    from notifications n left join posts p on p.id = n.post_id where n.player_id = ${id} order by n.created_at, n.id`,
    },
  },
  playerBlocks: {
    title: 'Players whom you blocked, and players who blocked you',
    until: 'until the player is unblocked, or one of the accounts is deleted',
    columns: { playerId: 'who blocks', blockedId: 'whom', createdAt: 'since when' },
    deleted: 'list of blocked players',
    download: {
      blockedPlayers: (id) => sql`
    select b.username, l.created_at as "blockedAt"
    from player_blocks l join players b on b.id = l.blocked_id where l.player_id = ${id} order by l.created_at, b.id`,
    },
  },
  reports: {
    title: 'Your reports, and reports about you',
    columns: {
      id: NUMBER,
      playerId: 'who reports',
      kind: 'a post, a comment, a player or a picture',
      onId: 'which',
      aboutId: 'whose',
      reason: 'the reason',
      words: 'what the reporter wrote',
      decision: 'what an operator decided',
      createdAt: 'when',
    },
    deleted: 'reports',
    download: {
      // Omit reports about this player: only operators may see who filed them.
      reports: (id) => sql`
    select r.kind,
      case r.kind
        when 'player' then p.username
        when 'picture' then substring(r.on_id from '[^/]*$')
        else r.on_id
      end as "on",
      r.reason, r.words, r.created_at as "createdAt"
    from reports r join players p on p.id = r.about_id where r.player_id = ${id} order by r.id`,
    },
  },
}
