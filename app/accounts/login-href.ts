/** The sign-in page, which redirects to a path on our site afterwards. */
export function loginHref(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}

/** The sign-in page, returning to the current page. Browser only. */
export function loginHrefHere(): string {
  return loginHref(location.pathname + location.search)
}
