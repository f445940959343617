/** Formats a number of bytes, such as "3.4 MB" or "12 KB". */
export function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  const megabytes = kilobytes / 1024
  return `${megabytes < 100 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
