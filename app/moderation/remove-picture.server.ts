import { sql } from 'drizzle-orm'
import { purgeProfile } from '../accounts/purge-profile.server.ts'
import type { Transaction } from '../db/connection.server.ts'
import { notify } from '../notifications/notify.server.ts'
import { forgetFiles } from '../server/forget-files.server.ts'
import { purgePages } from '../server/purge.server.ts'
import type { Tag } from '../server/shared-page.server.ts'
import { pictureOf, type Subject } from './subject.server.ts'

/**
 * Takes a picture away for good, its file and wherever it is shown: as the face of its player, and out of posts. Its player is
 * told why. False where nobody shows it.
 */
export async function removePicture(tx: Transaction, { kind, id: path }: Subject, why: string): Promise<boolean> {
  const picture = kind === 'picture' ? pictureOf(path) : null
  if (!picture) return false
  const { playerId, key } = picture
  const { rows: faces } = await tx.execute<{ username: string }>(sql`
    update players set avatar = null, updated_at = now() where id = ${playerId} and avatar = ${key} returning username`)
  const { rows: posts } = await tx.execute<{ id: number; gameId: number | null; username: string }>(sql`
    update posts p set media_url = null, media_width = null, media_height = null
    from players a where p.media_url = ${path} and a.id = p.player_id
    returning p.id, p.game_id as "gameId", a.username`)
  if (!faces.length && !posts.length) return false
  await notify(tx, playerId, {
    kind: 'decision',
    words: `Your ${faces.length ? 'profile picture' : 'picture'} was removed: ${why}`,
  })
  const tags: Tag[] = [
    'community',
    ...[...faces, ...posts].map(({ username }): Tag => `player:${username.toLowerCase()}`),
    ...posts.map(({ id }): Tag => `post:${id}`),
    ...posts.flatMap(({ gameId }): Tag[] => (gameId === null ? [] : [`game:${gameId}`])),
  ]
  await purgePages(tags, tx)
  if (faces.length) await purgeProfile(playerId, [], tx)
  await forgetFiles({ key }, tx)
  return true
}
