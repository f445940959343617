import ipaddr from 'ipaddr.js'

/** The request header that passes the client's address to loaders and actions. A client's own value is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-client-ip'

/**
 * The client's address in canonical form. With n trusted proxies, it is the nth entry from the right of
 * X-Forwarded-For; clients can forge those further left. A shorter list returns its leftmost entry, an unreadable one
 * the connection's.
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

/** The key for limits: an IPv4 address, or the /64 of an IPv6 one, since a household gets that many. */
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
