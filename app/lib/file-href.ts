/** Returns the path of a stored file. `key` is, for example, `profile_pictures/{player}/{random}.webp`. */
export function fileHref(key: string): string {
  return `/files/${key}`
}
