const HERE = 'http://here'
/** Of a path with its letters encoded: a search for 64 signs of Chinese fits. */
const LONGEST = 2000

/**
 * Where to go on after signing in, from `?next=`: a path of our own, or `/`. What is given back is the path as browsers
 * resolve it, in the letters that a header may have: dots, tabs and encoded signs make other paths of what is written, and
 * one that begins with two slashes is the address of another site. None of the pages that one signs in on.
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

/** Null where percent signs stand for no text: no page of ours has such an address. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
