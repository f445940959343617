/**
 * Addresses of uploaded games. The version is in the path, so that browsers may store its files for ever. The slug is
 * not, so that a game can be renamed.
 */

const ADDRESS = /^\/play\/v([1-9]\d{0,9})\/$/

/** Returns the play URL of an uploaded version. */
export function versionHref(id: number): string {
  return `/play/v${id}/`
}

/** Returns the version in a play URL; null if it is not that of an uploaded game. */
export function versionIn(url: string | null): number | null {
  const id = ADDRESS.exec(url ?? '')?.[1]
  return id === undefined ? null : Number(id)
}

/** Whether a path is that of an uploaded version, or of its preview for operators. */
export function isUploadPath(path: string): boolean {
  return /^\/play\/v[1-9]\d*[-/]/.test(path)
}

export function isUploaded({ url }: { url: string | null }): boolean {
  return versionIn(url) !== null
}
