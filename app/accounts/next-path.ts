const HERE = 'http://here'
/** The maximum length of an encoded path. A search for 64 Chinese characters fits. */
const LONGEST = 2000

/**
 * Returns where to go after signing in, from `?next=`: a path on our site other than a sign-in page, otherwise `/`. The
 * path is resolved as browsers do, and contains only characters that are valid in a header. Otherwise dots, tabs and
 * encoded characters could turn it into another path, and two leading slashes into another site.
 */
export function nextPath(text: FormDataEntryValue | null | undefined): string {
  if (
    typeof text !== 'string' ||
    text.length > LONGEST ||
    !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ||
    !URL.canParse(text, HERE)
  )
    return '/'
  const { origin, pathname, search, hash } = new URL(text, HERE)
  const path = decoded(pathname)
  if (origin !== HERE || path === null || /^\/[/\\]|\p{Cc}/u.test(path)) return '/'
  if (/^\/(login|signup|logout|forgot-password|reset-password|verify-email)(?:[/.]|$)/i.test(path)) return '/'
  const next = pathname + search + hash
  return next.length > LONGEST ? '/' : next
}

/** Returns null for invalid percent-encoding, which none of our paths has. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
