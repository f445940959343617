/** The storage cannot be reached, or refuses us. Whoever asked can only try again later. */
export class StorageDownError extends Error {
  override name = 'StorageDownError'
}

/** Throws for what cannot be a key: folders and a name of letters, digits, `_` and `-`, and one ending. No path leads out of such. */
export function checkKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`No key of a file: ${key.slice(0, 80)}`)
}

/** Throws for a key under which nothing may be put: a folder that is not in STORED_KINDS would be in no backup, as builds are not. */
export function checkNewKey(key: string): void {
  checkKey(key)
  if (![...STORED_FOLDERS, BUILDS_FOLDER].some((folder) => key.startsWith(`${folder}/`))) {
    throw new TypeError(`Not in STORED_KINDS: ${key.slice(0, 80)}`)
  }
}

/** Throws for what cannot be a folder of keys. */
export function checkFolder(folder: string): void {
  if (!/^[a-z0-9_]+(?:\/[A-Za-z0-9_-]+)+$/.test(folder)) throw new TypeError(`No folder: ${folder.slice(0, 80)}`)
}

export function isStorageKey(text: string): boolean {
  return text.length <= 200 && /^[a-z0-9_]+(?:\/[A-Za-z0-9_-]+)+\.[a-z0-9]+$/.test(text)
}

/** The kinds of files: the folder at the top, and the column whose rows name them. A backup takes them, a restore may replace them. */
export const STORED_KINDS = [
  { folder: 'profile_pictures', table: 'players', column: 'avatar' },
  { folder: 'post_pictures', table: 'posts', column: 'media_url' },
  { folder: 'blog_pictures', table: 'blog_pictures', column: 'key' },
]

export const STORED_FOLDERS = STORED_KINDS.map(({ folder }) => folder)

/** Where nodes share the assets of their builds (shared-assets.server.ts). In no backup, and left alone by a restore. */
export const BUILDS_FOLDER = 'build_assets'

/** Files that players brought are pictures that we made of theirs. */
export const STORED_TYPE = 'image/webp'
