import { randomBytes } from 'node:crypto'
import { preparedOnPrimary } from '../db/query.server.ts'
import { storeFile } from '../server/forget-files.server.ts'
import { log } from '../server/log.server.ts'
import { StorageDownError } from '../server/storage-key.server.ts'
import { storage } from '../server/storage.server.ts'
import { PictureRefused, remakePicture } from '../server/uploaded-picture.server.ts'
import { AVATAR_FORM } from './avatar-form.server.ts'
import { purgeProfile } from './purge-profile.server.ts'

/**
 * Gives a player a new picture. Takes the uploaded file; gives the key of what was stored, under
 * `profile_pictures/{player}/` (docs/product.md, Accounts). Throws a PictureRefused, also where the storage is down. The file
 * before is removed once the row names the new one.
 */
export async function changeAvatar(playerId: string, upload: Uint8Array): Promise<string> {
  const picture = await remakePicture(upload, AVATAR_FORM)
  const key = `profile_pictures/${playerId}/${randomBytes(12).toString('base64url')}.webp`
  try {
    await storeFile(key, picture)
  } catch (error) {
    if (error instanceof StorageDownError) throw new PictureRefused('down')
    throw error
  }
  let old: { avatar: string | null } | undefined
  try {
    old = await replace(playerId, key)
  } catch (error) {
    await discard(key)
    throw error
  }
  // The account was deleted meanwhile: nothing of it may stay.
  if (!old) await discard(key)
  else if (old.avatar) await discard(old.avatar)
  return key
}

/** Takes a player's picture away; one who has none has none afterwards. */
export async function removeAvatar(playerId: string): Promise<void> {
  const old = await replace(playerId, null)
  if (old?.avatar) await discard(old.avatar)
}

/** The row of before, which it locks: of two uploads at once the later removes what the earlier stored. */
async function replace(playerId: string, key: string | null): Promise<{ avatar: string | null } | undefined> {
  const [old] = await preparedOnPrimary<{ avatar: string | null; username: string }>('replace-avatar', REPLACE, [
    playerId,
    key,
  ])
  if (old) await purgeProfile(playerId, [old.username])
  return old
}

const REPLACE = `
  update players p set avatar = $2, updated_at = now()
  from (select id, avatar from players where id = $1 for update) old
  where p.id = old.id
  returning old.avatar, p.username`

/** What cannot be removed now goes with the account: its folder is removed whole. */
async function discard(key: string): Promise<void> {
  await storage()
    .remove(key)
    .catch((error: unknown) => log().warn({ err: error, key }, 'A profile picture was left behind'))
}
