import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../../db/connection.server.ts'
import { fileHref } from '../../../lib/file-href.ts'
import { deleteUnnamedFile, storeFile } from '../../../server/files/delete-files.server.ts'
import { isStorageKey, StorageDownError } from '../../../server/files/storage-key.server.ts'
import { type PictureForm, PictureRefused, remakePicture } from '../../../server/files/uploaded-picture.server.ts'

/** Storage folder of the pictures that operators upload, with a subfolder for each game. */
const GAME_PICTURES = 'game_pictures'

/** As large as other games' pictures (docs/product.md#cards). */
export const GAME_PICTURE_FORM: PictureForm = {
  maxBytes: 10e6,
  maxPixels: 40e6,
  resize: { width: 640, height: 360, fit: 'cover' },
}
const SMALL_FORM: PictureForm = { ...GAME_PICTURE_FORM, resize: { width: 320, height: 180, fit: 'cover' } }

/** Undoing a bulk action, or an operator's choice between two versions, may need a picture again. */
const KEPT_S = 24 * 3600

/**
 * Re-encodes and stores an uploaded picture in both sizes (docs/safety.md#uploads). Returns the path of the large one.
 * The files are deleted after a day unless a game has them by then. Throws a PictureRefused, also if the storage is
 * down.
 */
export async function storeGamePicture(gameId: number, file: Uint8Array): Promise<string> {
  const large = await remakePicture(file, GAME_PICTURE_FORM)
  const small = await remakePicture(large, SMALL_FORM)
  const name = `${GAME_PICTURES}/${gameId}/${randomBytes(16).toString('base64url')}`
  try {
    await storeFile(`${name}-640.webp`, large)
    await storeFile(`${name}-320.webp`, small)
  } catch (error) {
    throw error instanceof StorageDownError ? new PictureRefused('down') : error
  }
  return fileHref(`${name}-640.webp`)
}

/** Whether a path is of a picture that was uploaded for this game. */
export function isUploadedFor(gameId: number, path: string): boolean {
  return path.startsWith(fileHref(`${GAME_PICTURES}/${gameId}/`)) && keyOf(path) !== null
}

/** The small size of a picture that this portal serves; null if it has none. */
export function smallPictureOf(path: string | null): string | null {
  return path?.startsWith('/') && path.endsWith('-640.webp') ? path.replace(/-640\.webp$/, '-320.webp') : null
}

/** Deletes an uploaded picture that a game no longer has, a day later, unless the game has it again by then. */
export async function deletePictureLater(path: string | null, tx: Transaction): Promise<void> {
  const keys = [path, smallPictureOf(path)].flatMap((one) => (one && keyOf(one)) ?? [])
  await deleteUnnamedFile(keys, tx, KEPT_S)
}

function keyOf(path: string): string | null {
  const key = path.startsWith(fileHref(`${GAME_PICTURES}/`)) ? path.slice(fileHref('').length) : ''
  return isStorageKey(key) ? key : null
}
