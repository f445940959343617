import ipaddr from 'ipaddr.js'

/**
 * The request header that passes the client's address to loaders and actions. A value sent by the client is
 * overwritten.
 */
export const CLIENT_ADDRESS_HEADER = 'x-client-ip'

/**
 * Returns the client's address in canonical form. With n trusted proxies, it is the nth entry of X-Forwarded-For from
 * the right, since clients can forge the entries further left. If the list is shorter, returns its leftmost entry; if
 * the entry is invalid, returns the connection's address.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies > 0 && forwardedFor) {
    const hops = forwardedFor.split(',')
    const claimed = readAddress(hops[Math.max(0, hops.length - trustedProxies)])
    if (claimed) return claimed
  }
  return readAddress(connection) ?? '0.0.0.0'
}

/** Returns the key for limits: an IPv4 address, or the /64 of an IPv6 address, since a household gets a whole /64. */
export function addressGroup(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null
  if (!parsed || parsed.kind() === 'ipv4') return address
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

function readAddress(text: string | undefined): string | null {
  const bare = text
    ?.trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return bare && ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}
