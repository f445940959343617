/** The sign-in page, which leads on to a path of ours afterwards. */
export function loginHref(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}

/** The same, back to the page that is open. For the browser. */
export function loginHrefHere(): string {
  return loginHref(location.pathname + location.search)
}
