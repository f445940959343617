/** The path of a stored file, by its key: `profile_pictures/{player}/{random}.webp`. */
export function fileHref(key: string): string {
  return `/files/${key}`
}
