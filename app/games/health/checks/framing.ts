/** The headers of a response, by name in lower case. */
type Headers = { [name: string]: string | string[] | undefined }

/**
 * Returns the part of a response's headers that prevents pages at `site` from framing it, or null if framing is
 * allowed. As in browsers, `frame-ancestors` of a Content-Security-Policy overrides X-Frame-Options.
 */
export function findFramingRefusal(headers: Headers, site: URL): string | null {
  const policies = ancestorsIn([headers['content-security-policy'] ?? ''].flat().join(','))
  if (policies.length) {
    const refusing = policies.find((sources) => !sources.some((source) => isAllowed(source, site)))
    return refusing ? `Content-Security-Policy: frame-ancestors ${refusing.join(' ')}`.trim() : null
  }
  const options = [headers['x-frame-options'] ?? ''].flat().join(', ')
  return isRefusing(options) ? `X-Frame-Options: ${options}` : null
}

/** Returns the sources of `frame-ancestors` in each policy that has this directive. */
function ancestorsIn(policies: string): string[][] {
  return policies.split(',').flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
    // Only the first directive of each name counts.
    const found = directives.find(([name]) => name?.toLowerCase() === 'frame-ancestors')
    return found ? [found.slice(1)] : []
  })
}

/** Browsers ignore `ALLOW-FROM` and unknown values, unless a known value contradicts them. */
function isRefusing(options: string): boolean {
  const values = new Set(options.split(',').map((value) => value.trim().toLowerCase()))
  const known = ['deny', 'sameorigin', 'allowall'].filter((value) => values.has(value))
  if (values.size > 1) return known.length > 0
  return known[0] === 'deny' || known[0] === 'sameorigin'
}

/** Whether a source of `frame-ancestors` allows a site. `'self'` is the origin of the framed page, never this site. */
function isAllowed(source: string, site: URL): boolean {
  const text = source.toLowerCase()
  if (text === '*') return true
  if (/^[a-z][a-z\d+.-]*:$/.test(text)) return isScheme(text, site)
  const [, scheme, host, port] =
    /^(?:([a-z][a-z\d+.-]*:)\/\/)?([\w*.-]+|\[[\da-f:]+\])(?::(\d+|\*))?(?:\/.*)?$/.exec(text) ?? []
  if (!host || (scheme && !isScheme(scheme, site))) return false
  return isHost(host, site.hostname) && isPort(port, site)
}

/** A source with http also matches a page with https. */
function isScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === 'http:' && protocol === 'https:')
}

function isHost(pattern: string, hostname: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : pattern === hostname
}

function isPort(port: string | undefined, site: URL): boolean {
  if (port === '*') return true
  const usual = site.protocol === 'https:' ? '443' : '80'
  const sitePort = site.port || usual
  return (port ?? usual) === sitePort || (port === '80' && sitePort === '443')
}
