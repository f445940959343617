import { IMMUTABLE } from './assets.server.ts'
import { indexFiles, type FileIndex } from '../http/stored-files.server.ts'
import { baseHeaders } from '../http/security-headers.server.ts'

/**
 * What a game of ours may do: run its own scripts and WebAssembly, draw, prompt; nothing of the portal or other hosts.
 * `sandbox` without allow-same-origin gives it an opaque origin even when it is opened directly.
 */
const GAME_POLICY = [
  'sandbox allow-scripts allow-pointer-lock allow-forms allow-modals',
  `default-src 'self' data: blob:`,
  `script-src 'self' 'wasm-unsafe-eval'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'self'`,
].join('; ')

/** The games that the portal serves at `/play/`. `/play/x/` is the game's index.html. */
export function indexGameFiles(folder: string, siteUrl: string): FileIndex {
  const base = baseHeaders(siteUrl)
  const index = indexFiles({
    folder,
    base: '/play/',
    headersFor: ({ address }) => [
      ...base,
      'Cache-Control',
      cacheControl(address),
      'Content-Security-Policy',
      GAME_POLICY,
      // An opaque origin requests its own module scripts, fonts and data cross-origin, with `Origin: null`.
      'Access-Control-Allow-Origin',
      '*',
      'Cross-Origin-Resource-Policy',
      'cross-origin',
    ],
  })
  for (const [address, variants] of index) {
    if (address.endsWith('/index.html')) index.set(address.slice(0, -'index.html'.length), variants)
  }
  return index
}

function cacheControl(address: string): string {
  if (address.startsWith('/play/assets/')) return IMMUTABLE
  return /\.(html|js|css)$/.test(address) ? 'public, max-age=0, must-revalidate' : 'public, max-age=600'
}
