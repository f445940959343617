/** Pages whose own documents do not allow the ad network (docs/product.md#ads). */
const PRIVATE = /^\/(account|admin|wishlist|rewards|notifications|login|signup|logout|forgot|reset|verify)/

/** Whether this document was rendered for a page with ad slots. Client navigations do not change a policy. */
export const allowsAds =
  typeof document !== 'undefined' && document.querySelector('[data-ad]') !== null && !PRIVATE.test(location.pathname)

/** Whether the page at `path` needs a new document, since this one may run the ad network's script. */
export function needsNewDocument(path: string): boolean {
  return allowsAds && PRIVATE.test(path)
}
