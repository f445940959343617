/**
 * Where to go on after signing in, from `?next=`: a path of our own, or `/`. One leading slash, no backslash, no control
 * characters (security.md), and none of the pages that one signs in on.
 */
export function nextPath(text: string | null | undefined): string {
  // Browsers read a tab or a line break inside an address as if it were not there.
  if (!text || text.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return '/'
  if (!URL.canParse(text, 'http://here') || new URL(text, 'http://here').host !== 'here') return '/'
  return /^\/(login|signup|logout|forgot-password|reset-password|verify-email)(?:[/?#.]|$)/.test(text) ? '/' : text
}
