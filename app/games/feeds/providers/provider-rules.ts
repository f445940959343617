import { ANY_PROVIDER } from '../feed-form-rules.ts'

/** Providers and their hosts: names, limits and messages that the server and the browser share. */

/**
 * Hosts by use. Browsers load games from the hosts in `games`; the portal fetches pictures from those in `pictures`.
 */
export type Hosts = { games: string[]; pictures: string[] }

/** The maximum number of hosts in a page's policy (docs/product.md#hosts-of-games). */
export const LISTED_HOSTS = 50

export const PROVIDER_LIMITS = { label: 60, hosts: 100, path: 200 } as const

/** The provider of the portal's own games. Its approved hosts are those of games that operators added by URL. */
export const OWN_PROVIDER = 'own'

/** Names that an added provider must not have, in addition to the names of built-in providers. */
export const RESERVED_NAMES: readonly string[] = [OWN_PROVIDER, ANY_PROVIDER]

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/**
 * Lower case, at least two labels. The last label is not a number, because URLs would parse the name as an IP address.
 */
const HOST = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])(?::[1-9][0-9]{0,4})?$`)
const MAX_HOST = 253
const MAX_PORT = 65_535

/** Suffixes of names that exist only on one machine or in a private network. */
const PRIVATE = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|onion|invalid)$/

/**
 * Returns the host of public HTTPS addresses in lower case, as `URL.host` returns it: a DNS name with at least two
 * labels and an optional port. Returns null for anything else, so that a page's policy can contain only such names: no
 * IP address, private name, wildcard, scheme or path.
 */
export function publicHost(text: string): string | null {
  const typed = text.trim().toLowerCase()
  if (typed.length > MAX_HOST + 6 || /[\s\p{Cc}/\\?#@]/u.test(typed)) return null
  const host = isAscii(typed) ? typed : (URL.parse(`https://${typed}`)?.host ?? '')
  const [name = '', port] = host.split(':')
  if (!HOST.test(host) || name.length > MAX_HOST || PRIVATE.test(name) || Number(port ?? 443) > MAX_PORT) return null
  return URL.parse(`https://${host}`)?.host ?? null
}

function isAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text)
}

/** Returns why a text is rejected as a host. */
export function notAHost(text: string): string {
  return `“${text.slice(0, 100)}” is not a public host name such as games.example.com`
}
