import { and, eq, sql } from 'drizzle-orm'
import { purgeProfile } from '../accounts/profile/purge-profile.server.ts'
import type { Transaction } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { posts } from '../db/schema/community.server.ts'
import { notify } from '../notifications/notify.server.ts'
import { deleteFiles } from '../server/files/delete-files.server.ts'
import { purgePages } from '../server/cache/purge.server.ts'
import type { Tag } from '../server/cache/cache-headers.server.ts'
import { pictureOf, type Subject } from './subject.server.ts'

/**
 * Permanently deletes a picture: its file, its use as an avatar, and its use in posts. Notifies the player of the
 * reason. Returns false if no player or post uses the picture.
 */
export async function removePicture(tx: Transaction, { kind, id: path }: Subject, why: string): Promise<boolean> {
  const picture = kind === 'picture' ? pictureOf(path) : null
  if (!picture) return false
  const { playerId, key } = picture
  const { username } = players
  const faces = await tx
    .update(players)
    .set({ avatar: null, updatedAt: sql`now()` })
    .where(and(eq(players.id, playerId), eq(players.avatar, key)))
    .returning({ username })
  const cleared = await tx
    .update(posts)
    .set({ mediaUrl: null, mediaWidth: null, mediaHeight: null })
    .from(players)
    .where(and(eq(posts.mediaUrl, path), eq(players.id, posts.playerId)))
    .returning({ id: posts.id, gameId: posts.gameId, username })
  if (!faces.length && !cleared.length) return false
  await notify(tx, playerId, {
    kind: 'decision',
    words: `Your ${faces.length ? 'profile picture' : 'picture'} was removed: ${why}`,
  })
  const tags: Tag[] = [
    'community',
    ...[...faces, ...cleared].map(({ username }): Tag => `player:${username.toLowerCase()}`),
    ...cleared.map(({ id }): Tag => `post:${id}`),
    ...cleared.flatMap(({ gameId }): Tag[] => (gameId === null ? [] : [`game:${gameId}`])),
  ]
  await purgePages(tags, tx)
  if (faces.length) await purgeProfile(playerId, [], tx)
  await deleteFiles({ key }, tx)
  return true
}
