/** Where a stored file is served, by its key: `profile_pictures/{player}/{random}.webp`. */
export function fileHref(key: string): string {
  return `/files/${key}`
}
