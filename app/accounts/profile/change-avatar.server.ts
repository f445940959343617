import { randomBytes } from 'node:crypto'
import { database, type Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { deleteFiles, storeFile } from '../../server/files/delete-files.server.ts'
import { StorageDownError } from '../../server/files/storage-key.server.ts'
import { PictureRefused, remakePicture } from '../../server/files/uploaded-picture.server.ts'
import { AVATAR_FORM } from './avatar-form.server.ts'
import { purgeProfile } from './purge-profile.server.ts'

/**
 * Sets a player's picture from an uploaded file. Returns the key of the stored file, below `profile_pictures/{player}/`
 * (docs/product.md#avatars). Throws a PictureRefused, also if the storage is down. A job queued in the same transaction
 * deletes the old file. A stored file to which no row refers is deleted within a day.
 */
export async function changeAvatar(playerId: string, upload: Uint8Array): Promise<string> {
  const picture = await remakePicture(upload, AVATAR_FORM)
  const key = `profile_pictures/${playerId}/${randomBytes(16).toString('base64url')}.webp`
  try {
    await storeFile(key, picture)
  } catch (error) {
    if (error instanceof StorageDownError) throw new PictureRefused('down')
    throw error
  }
  await database().transaction(async (tx) => {
    const old = await replace(tx, playerId, key)
    // The account was deleted concurrently, so the new file is deleted.
    const deleted = old ? old.avatar : key
    if (deleted) await deleteFiles({ key: deleted }, tx)
  })
  return key
}

/** Removes a player's picture, if there is one. */
export async function removeAvatar(playerId: string): Promise<void> {
  await database().transaction(async (tx) => {
    const old = await replace(tx, playerId, null)
    if (old?.avatar) await deleteFiles({ key: old.avatar }, tx)
  })
}

/**
 * Replaces the picture in the player's row and returns the previous row. The row is locked, so that the later of two
 * concurrent uploads deletes the file of the earlier one. Returns null if the player was deleted.
 */
async function replace(
  tx: Transaction,
  playerId: string,
  key: string | null,
): Promise<{ avatar: string | null } | null> {
  const [old] = await preparedIn<{ avatar: string | null; username: string }>(tx, 'replace-avatar', REPLACE, [
    playerId,
    key,
  ])
  if (old) await purgeProfile(playerId, [old.username], tx)
  return old ?? null
}

const REPLACE = `
  update players p set avatar = $2, updated_at = now()
  from (select id, avatar from players where id = $1 for update) old
  where p.id = old.id
  returning old.avatar, p.username`
