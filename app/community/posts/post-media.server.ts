import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Transaction } from '../../db/connection.server.ts'
import { listed } from '../../db/listed.server.ts'
import { isPublic } from '../../db/public-games.server.ts'
import { prepared } from '../../db/query.server.ts'
import { fileHref } from '../../lib/file-href.ts'
import { config } from '../../server/process/config.server.ts'
import { deleteUnnamedFile, storeFile } from '../../server/files/delete-files.server.ts'
import { isStorageKey, StorageDownError } from '../../server/files/storage-key.server.ts'
import { storage } from '../../server/files/storage.server.ts'
import { type PictureForm, PictureRefused, remakePicture } from '../../server/files/uploaded-picture.server.ts'
import { isShown, POST_PICTURES } from './shown-media.server.ts'
import { MEDIA_BYTES, MEDIA_PIXELS, MEDIA_SIDE } from '../post-rules.ts'

/** The picture columns of a post. Sizes are null if unknown. */
export type Media = { mediaUrl: string; mediaWidth: number | null; mediaHeight: number | null }

/** Preserves the aspect ratio and only makes larger pictures smaller. */
const MEDIA_FORM: PictureForm = {
  maxBytes: MEDIA_BYTES,
  maxPixels: MEDIA_PIXELS,
  resize: { width: MEDIA_SIDE, height: MEDIA_SIDE, fit: 'inside', withoutEnlargement: true },
}

/**
 * Stores an uploaded picture under `post_pictures/{player}/` (docs/product.md#pictures-of-posts). Throws a
 * PictureRefused, also if the storage is down. Callers that create no post with it must discard it.
 */
export async function storeMedia(playerId: string, upload: Uint8Array): Promise<Media> {
  const picture = await remakePicture(upload, MEDIA_FORM)
  const { width, height } = await sharp(picture).metadata()
  const key = `${POST_PICTURES}/${playerId}/${randomBytes(16).toString('base64url')}.webp`
  await orRefused(storeFile(key, picture))
  return { mediaUrl: fileHref(key), mediaWidth: width, mediaHeight: height }
}

/**
 * Finds a picture for a player's post by its address on this site: a stored file that everybody may see, or the picture
 * of a public game, fetched or self-hosted. Returns null for other addresses, missing pictures and pictures of others'
 * posts (docs/product.md#pictures-of-posts). Throws a PictureRefused if the storage is down.
 */
export async function findMedia(playerId: string, address: string): Promise<Media | null> {
  const { siteUrl } = config()
  const url = address.startsWith('/') || address.startsWith(`${siteUrl}/`) ? URL.parse(address, siteUrl) : null
  if (url?.origin !== siteUrl) return null
  const isOfOther = url.pathname.startsWith(fileHref(`${POST_PICTURES}/`)) && !isOwn(playerId, url.pathname)
  const exists = !isOfOther && ((await isFile(url.pathname)) || (await isGamePicture(url.pathname)))
  return exists ? { mediaUrl: url.pathname, mediaWidth: null, mediaHeight: null } : null
}

/**
 * Deletes the file of a picture that a player uploaded for a post, unless a post still shows it. Call it in the
 * transaction that removes it from its post, or without one if creating the post failed. Does nothing for pictures of
 * others.
 */
export async function discardMedia(playerId: string, mediaUrl: string | null, tx?: Transaction): Promise<void> {
  if (!mediaUrl || !isOwn(playerId, mediaUrl)) return
  await deleteUnnamedFile([mediaUrl.slice(fileHref('').length)], tx)
}

/** Whether the picture at an address was uploaded for a post by this player. */
function isOwn(playerId: string, mediaUrl: string): boolean {
  return mediaUrl.startsWith(fileHref(`${POST_PICTURES}/${playerId}/`))
}

async function isFile(path: string): Promise<boolean> {
  const key = path.startsWith(fileHref('')) ? path.slice(fileHref('').length) : ''
  if (!key.endsWith('.webp') || !isStorageKey(key) || !(await isShown(key))) return false
  const file = await orRefused(storage().get(key))
  await file?.cancel()
  return file !== null
}

async function isGamePicture(path: string): Promise<boolean> {
  const [, id] = /^\/pictures\/([1-9]\d{0,8})\/(?:320|640|poster)$/.exec(path) ?? []
  const found = id
    ? await prepared('media-of-provider', `select from games where id = $1 and ${isPublic()}`, [Number(id)])
    : await prepared('media-of-own', OWN, [path])
  return found.length > 0
}

/** An installation has few self-hosted games, and they have a separate index. */
const OWN = `select from games where provider = 'own' and ${listed()}
  and $1 in (image_url, image_small_url, poster_url, poster_small_url) limit 1`

async function orRefused<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof StorageDownError ? new PictureRefused('down') : error
  })
}
