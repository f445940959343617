import { isUploadPath } from '../uploads/version-address.ts'

/** How to load a game in a frame. */
export type GameFrame = {
  src: string
  /**
   * Whether the portal serves the game: it then has an opaque origin, the bridge and a ready message. Other games are
   * on providers' hosts.
   */
  isSelfHosted: boolean
  /** Width over height. */
  ratio: number
  /** Whether the frame always has this ratio. Included games, and uploaded ones without a size, adapt to any. */
  hasFixedRatio: boolean
}

const DEFAULT_RATIO = 16 / 9

/** Permissions of self-hosted games: no `allow-same-origin`, so their origin is opaque (docs/product.md#frames). */
const OUR_SANDBOX = 'allow-scripts allow-pointer-lock allow-forms allow-modals'

/** Permissions of games on other hosts: everything except navigating the page. */
const FOREIGN_SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups ' +
  'allow-popups-to-escape-sandbox allow-pointer-lock allow-orientation-lock allow-modals'

export const FRAME_ALLOWS =
  'fullscreen; autoplay; gamepad; accelerometer; gyroscope; screen-wake-lock; clipboard-write; web-share'

/**
 * Returns the frame of a game, or null if its URL may not be framed. A frame of our own origin never gets
 * `allow-same-origin`, regardless of the catalogue's data (docs/safety.md#frames).
 */
export function frameOf(
  game: { url: string | null; width: number | null; height: number | null },
  siteUrl: string,
): GameFrame | null {
  if (!game.url || !/^(https?:\/\/|\/)/i.test(game.url) || !URL.canParse(game.url, siteUrl)) return null
  const url = new URL(game.url, siteUrl)
  const isSelfHosted = url.origin === new URL(siteUrl).origin
  // Rejected, since without the origin such a path is the URL of another host.
  if (isSelfHosted && url.pathname.startsWith('//')) return null
  if (!isSelfHosted && url.protocol !== 'https:' && !isLoopback(url)) return null
  const size = game.width && game.height ? { width: game.width, height: game.height } : null
  const ratio = size ? size.width / size.height : DEFAULT_RATIO
  return {
    src: isSelfHosted ? url.pathname + url.search : url.href,
    isSelfHosted,
    ratio: Math.round(ratio * 1000) / 1000,
    hasFixedRatio: !isSelfHosted || (size !== null && isUploadPath(url.pathname)),
  }
}

export function sandboxOf(frame: GameFrame): string {
  return frame.isSelfHosted ? OUR_SANDBOX : FOREIGN_SANDBOX
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}
