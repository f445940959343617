/**
 * Addresses of uploaded games. The path contains the version, so that browsers may cache its files permanently. It does
 * not contain the slug, so that a game can be renamed.
 */

const ADDRESS = /^\/play\/v([1-9]\d{0,9})\/$/

/** Returns the play URL of an uploaded version. */
export function versionHref(id: number): string {
  return `/play/v${id}/`
}

/** Returns the version in a play URL; null if the URL does not belong to an uploaded game. */
export function versionIn(url: string | null): number | null {
  const id = ADDRESS.exec(url ?? '')?.[1]
  return id === undefined ? null : Number(id)
}

/** Whether a path belongs to an uploaded version, or to its preview for operators. */
export function isUploadPath(path: string): boolean {
  return /^\/play\/v[1-9]\d*[-/]/.test(path)
}

export function isUploaded({ url }: { url: string | null }): boolean {
  return versionIn(url) !== null
}
