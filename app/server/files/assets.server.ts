import { indexFiles, type FileIndex } from '../http/stored-files.server.ts'
import { baseHeaders, transportSecurity } from '../http/security-headers.server.ts'

/** For files whose name contains a hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Files that pages load but that are never pages themselves, so that page policies (opener, permissions) have no effect
 * on them.
 */
const PART = /\.(css|js|woff2)$/

/** Returns the headers for an asset of another node's build. */
export function assetHeaders(type: string): Record<string, string> {
  return { 'Content-Type': type, 'Cache-Control': IMMUTABLE, 'X-Content-Type-Options': 'nosniff' }
}

/**
 * Indexes the files of the browser build. `/assets/` is cached for a year, everything else (icons, manifest) for ten
 * minutes.
 */
export function indexAssets(folder: string, siteUrl: string): FileIndex {
  const base = baseHeaders(siteUrl)
  return indexFiles({
    folder,
    base: '/',
    headersFor: ({ address, type }) => [
      ...(PART.test(address) ? ['X-Content-Type-Options', 'nosniff', ...transportSecurity(siteUrl)] : base),
      'Cache-Control',
      address.startsWith('/assets/') ? IMMUTABLE : 'public, max-age=600',
      // A picture or page that is opened directly must not run scripts.
      ...(/html|svg|xml/.test(type)
        ? ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox"]
        : []),
    ],
  })
}
