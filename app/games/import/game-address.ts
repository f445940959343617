import { decodeHTMLStrict } from 'entities'
import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { visit } from 'unist-util-visit'

const ADDRESS_LIMIT = 2048
const RAW_LIMIT = 20_000
/**
 * The maximum number of characters of markup parsed: enough for the longest URL. Longer markup could be nested so
 * deeply that parsing overflows the stack.
 */
const MARKUP_LIMIT = 3000

/** The URL of a game, or the reason why it has none. */
export type GameAddress = { url: string } | { reason: string }

export type AddressRules = {
  /** Full host names of the provider. */
  hosts: readonly string[]
  /** Whether http and https addresses of this machine are allowed too. */
  allowLoopback?: boolean
}

/**
 * Returns the URL to load in a frame. `raw` is either a URL or markup, of which only the `src` of the first frame is
 * used (docs/product.md#games-and-slugs). The URL must be absolute, use HTTPS, contain no credentials, and be on one of
 * the provider's hosts.
 */
export function gameAddress(raw: string, rules: AddressRules): GameAddress {
  const found = findAddress(raw)
  return 'reason' in found ? found : checkAddress(found.url, rules)
}

/**
 * Returns the host of an address or embed code in a feed, for an operator to approve; null if it has no host that can
 * be approved. With `allowLoopback`, a loopback host is allowed, too.
 */
export function hostOf(raw: string | undefined, { allowLoopback = false } = {}): string | null {
  const found = findAddress(raw ?? '')
  const url = 'url' in found ? URL.parse(found.url) : null
  if (url?.protocol === 'http:' && allowLoopback && isLoopback(url.hostname)) return url.host
  return url?.protocol === 'https:' ? url.host : null
}

function findAddress(raw: string): GameAddress {
  const given = unescapeText(raw).trim()
  if (!given) return { reason: 'no address' }
  if (!given.includes('<')) return { url: given }
  const tags: Element[] = []
  visit(fromHtml(given.slice(0, MARKUP_LIMIT), { fragment: true }), 'element', (tag) => void tags.push(tag))
  const frame = tags.find((tag) => tag.tagName === 'iframe')
  if (!frame)
    return {
      reason: tags.some((tag) => tag.tagName === 'script')
        ? 'url is a script instead of a frame'
        : 'url is markup without a frame',
    }
  const source = String(frame.properties.src ?? '').trim()
  return source ? { url: source } : { reason: 'url is a frame without an address' }
}

function checkAddress(text: string, { hosts, allowLoopback = false }: AddressRules): GameAddress {
  const url = URL.parse(text)
  if (!url) return { reason: 'url is not an absolute address' }
  if (url.username || url.password) return { reason: 'url has a name or password in it' }
  const local = allowLoopback && isLoopback(url.hostname)
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:'))
    return { reason: 'url is not an https address' }
  if (!local && !hosts.includes(url.host))
    return { reason: `url has a host that is not the provider's: ${url.host.slice(0, 100)}` }
  if (url.href.length > ADDRESS_LIMIT) return { reason: 'url is too long' }
  return { url: url.href }
}

/** Returns the URL of a picture if it follows the same rules, or null. */
export function pictureAddress(raw: string | undefined, rules: AddressRules): string | null {
  if (!raw || raw.includes('<')) return null
  const checked = checkAddress(unescapeText(raw).trim(), rules)
  return 'url' in checked ? checked.url : null
}

/** Whether a host name or IP address is loopback. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Decodes HTML entities, since some feeds escape URLs and markup as HTML. */
export function unescapeText(raw: string): string {
  let text = raw.slice(0, RAW_LIMIT)
  for (let round = 0; round < 3; round++) text = decodeHTMLStrict(text)
  return text
}
