import { ANY_PROVIDER } from '../feed-form-rules.ts'

/** Providers and their hosts: names, limits and messages that the server and the browser share. */

/** Hosts by use. Browsers load games from the first ones; the portal fetches pictures from the second ones. */
export type Hosts = { games: string[]; pictures: string[] }

/** The most hosts that a page's policy lists (docs/product.md#hosts-of-games). */
export const LISTED_HOSTS = 50

export const PROVIDER_LIMITS = { label: 60, hosts: 100, path: 200 } as const

/** The portal's own games have this provider. Its approved hosts are those of games that operators added by address. */
export const OWN_PROVIDER = 'own'

/** Names that no added provider may have, in addition to those of the built-in ones. */
export const RESERVED_NAMES: readonly string[] = [OWN_PROVIDER, ANY_PROVIDER]

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** Lower case, at least two labels, and a last one that is no number, with which URLs would be IP addresses. */
const HOST = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])(?::[1-9][0-9]{0,4})?$`)
const MAX_HOST = 253
const MAX_PORT = 65_535

/** Endings of names that exist only within a machine or a network. */
const PRIVATE = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|onion|invalid)$/

/**
 * Returns the host of public HTTPS addresses, in lower case, as `URL.host` has it: a DNS name with at least two labels,
 * perhaps with a port. Returns null for anything else, so that only names can reach a page's policy: no IP address, no
 * name within a network, no wildcard, scheme or path.
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

/** Why a text is refused as a host. */
export function notAHost(text: string): string {
  return `“${text.slice(0, 100)}” is not a public host name such as games.example.com`
}
