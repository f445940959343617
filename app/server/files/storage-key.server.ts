/**
 * Stores players' files, each under a key like `profile_pictures/{player}/{random}.webp`. All functions throw a
 * StorageDownError if the storage cannot be reached, and a TypeError for an invalid key.
 */
export type Storage = {
  /** Writes a file completely or not at all, and replaces an existing one. */
  put: (key: string, content: Uint8Array, type: string) => Promise<void>
  /** The same for a file on this machine, whose content may be too large for memory. */
  putFile: (key: string, file: string, type: string) => Promise<void>
  /**
   * Returns the file's content or a part of it; null if it does not exist. The caller must read or cancel the stream.
   */
  get: (key: string, part?: FilePart) => Promise<ReadableStream<Uint8Array> | null>
  has: (key: string) => Promise<boolean>
  /** The keys of all files, or of those in some folders, in no order. */
  list: (folders?: string[]) => AsyncIterable<string>
  /** Does nothing if the file does not exist. */
  remove: (key: string) => Promise<void>
  /** Removes every file below a folder such as `profile_pictures/{player}`. */
  removeAll: (folder: string) => Promise<void>
}

/** At least one byte, entirely within the file. */
export type FilePart = { start: number; bytes: number }

/** The storage is unreachable or refuses us. Callers can only try again later. */
export class StorageDownError extends Error {
  override name = 'StorageDownError'
}

/** The response to a form whose file could not be stored because of a StorageDownError. */
export const STORAGE_DOWN = { fault: 'The files cannot be stored right now. Please try again later', status: 503 }

/**
 * Throws unless the key consists of folders and a name of letters, digits, `_` and `-`, and one extension. So no path
 * can lead out of the storage.
 */
export function checkKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`No key of a file: ${key.slice(0, 80)}`)
}

/** Throws for a key that must not be written. Files of a folder that is not in STORED_KINDS would be in no backup. */
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

/**
 * The kinds of files: their top folder, and a column whose rows refer to them; a folder may have several columns.
 * Backups contain them, and a restore may replace them.
 */
export const STORED_KINDS = [
  { folder: 'profile_pictures', table: 'players', column: 'avatar' },
  { folder: 'post_pictures', table: 'posts', column: 'media_url' },
  { folder: 'blog_pictures', table: 'blog_pictures', column: 'key' },
  { folder: 'game_pictures', table: 'games', column: 'image_url' },
  { folder: 'game_pictures', table: 'games', column: 'image_small_url' },
  { folder: 'game_files', table: 'game_version_files', column: 'file_key' },
  { folder: 'feed_files', table: 'feeds', column: 'file_key' },
]

export const STORED_FOLDERS = [...new Set(STORED_KINDS.map(({ folder }) => folder))]

/**
 * The folder in which nodes share the assets of their builds (shared-assets.server.ts). Backups do not contain it, and
 * a restore does not change it.
 */
export const BUILDS_FOLDER = 'build_assets'

/** Players' files are pictures that we re-encoded. */
export const STORED_TYPE = 'image/webp'
