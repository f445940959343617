/** Returns the path of the sign-in page, which afterwards redirects to the path `next` on our site. */
export function loginHref(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}

/** Returns the path of the sign-in page, which afterwards returns to the current page. Only in a browser. */
export function loginHrefHere(): string {
  return loginHref(location.pathname + location.search)
}
