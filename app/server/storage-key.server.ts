/** The storage cannot be reached, or refuses us. Whoever asked can only try again later. */
export class StorageDownError extends Error {
  override name = 'StorageDownError'
}

/** Throws for what cannot be a key: folders and a name of letters, digits, `_` and `-`, and one ending. No path leads out of such. */
export function checkKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`No key of a file: ${key.slice(0, 80)}`)
}

/** Throws for a key under which nothing may be put: a folder that is not in STORED_FOLDERS would be in no backup. */
export function checkNewKey(key: string): void {
  checkKey(key)
  if (!STORED_FOLDERS.some((folder) => key.startsWith(`${folder}/`))) {
    throw new TypeError(`Not in STORED_FOLDERS: ${key.slice(0, 80)}`)
  }
}

/** Throws for what cannot be a folder of keys. */
export function checkFolder(folder: string): void {
  if (!/^[a-z0-9_]+(?:\/[A-Za-z0-9_-]+)+$/.test(folder)) throw new TypeError(`No folder: ${folder.slice(0, 80)}`)
}

export function isStorageKey(text: string): boolean {
  return text.length <= 200 && /^[a-z0-9_]+(?:\/[A-Za-z0-9_-]+)+\.[a-z0-9]+$/.test(text)
}

/** The folders at the top, each with one kind of file: what a backup takes, and a restore may replace. */
export const STORED_FOLDERS = ['profile_pictures']

/** Files that players brought are pictures that we made of theirs. */
export const STORED_TYPE = 'image/webp'
