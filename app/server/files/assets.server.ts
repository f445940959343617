import { indexFiles, type FileIndex } from '../http/stored-files.server.ts'
import { baseHeaders, transportSecurity } from '../http/security-headers.server.ts'

/** For files whose name contains a hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Only loaded by pages, never a page itself: page policies (opener, permissions) mean nothing there. */
const PART = /\.(css|js|woff2)$/

/** For an asset of another node's build. */
export function assetHeaders(type: string): Record<string, string> {
  return { 'Content-Type': type, 'Cache-Control': IMMUTABLE, 'X-Content-Type-Options': 'nosniff' }
}

/** The files of the browser build: `/assets/` is cached for a year, the rest (icons, manifest) for ten minutes. */
export function indexAssets(folder: string, siteUrl: string): FileIndex {
  const base = baseHeaders(siteUrl)
  return indexFiles({
    folder,
    base: '/',
    headersFor: ({ address, type }) => [
      ...(PART.test(address) ? ['X-Content-Type-Options', 'nosniff', ...transportSecurity(siteUrl)] : base),
      'Cache-Control',
      address.startsWith('/assets/') ? IMMUTABLE : 'public, max-age=600',
      // A picture or page opened directly must not run anything.
      ...(/html|svg|xml/.test(type)
        ? ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox"]
        : []),
    ],
  })
}
