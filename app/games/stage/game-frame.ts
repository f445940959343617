/** How the player frames a game. */
export type GameFrame = {
  src: string
  /** Self-hosted: opaque origin, bridge and ready message. All others are on providers' hosts. */
  isSelfHosted: boolean
  /** Width over height. */
  ratio: number
}

const DEFAULT_RATIO = 16 / 9

/** Permissions of self-hosted games: no `allow-same-origin`, so their origin is opaque (docs/product.md#frames). */
const OUR_SANDBOX = 'allow-scripts allow-pointer-lock allow-forms allow-modals'

/** Permissions of games on other hosts: everything but navigating the page around them. */
const FOREIGN_SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups ' +
  'allow-popups-to-escape-sandbox allow-pointer-lock allow-orientation-lock allow-modals'

export const FRAME_ALLOWS =
  'fullscreen; autoplay; gamepad; accelerometer; gyroscope; screen-wake-lock; clipboard-write; web-share'

/**
 * Returns the frame of a game, or null if it has no address that may be framed. A frame of our own origin never gets
 * `allow-same-origin`, whatever the catalogue contains (docs/safety.md#frames).
 */
export function frameOf(
  game: { url: string | null; width: number | null; height: number | null },
  siteUrl: string,
): GameFrame | null {
  if (!game.url || !/^(https?:\/\/|\/)/i.test(game.url) || !URL.canParse(game.url, siteUrl)) return null
  const url = new URL(game.url, siteUrl)
  const isSelfHosted = url.origin === new URL(siteUrl).origin
  // Without the origin, such a path would be an address on another host.
  if (isSelfHosted && url.pathname.startsWith('//')) return null
  if (!isSelfHosted && url.protocol !== 'https:' && !isLoopback(url)) return null
  const ratio = game.width && game.height ? game.width / game.height : DEFAULT_RATIO
  return {
    src: isSelfHosted ? url.pathname + url.search : url.href,
    isSelfHosted,
    ratio: Math.round(ratio * 1000) / 1000,
  }
}

export function sandboxOf(frame: GameFrame): string {
  return frame.isSelfHosted ? OUR_SANDBOX : FOREIGN_SANDBOX
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}
