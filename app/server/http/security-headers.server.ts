import { hash } from 'node:crypto'
import { config } from '../process/config.server.ts'

/** Returns the headers of every response, as names and values in turn. */
export function baseHeaders(siteUrl: string): string[] {
  return [
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy',
    'same-origin-allow-popups',
    ...transportSecurity(siteUrl),
  ]
}

/** Returns the header that makes browsers use only HTTPS, as name and value; empty if the site does not use HTTPS. */
export function transportSecurity(siteUrl: string): string[] {
  if (!siteUrl.startsWith('https:')) return []
  return ['Strict-Transport-Security', `max-age=31536000${config().hstsSubdomains ? '; includeSubDomains' : ''}`]
}

/** The ad network's script, and the exact names of the hosts from which it may load further scripts. */
export type AdPolicy = { script: string; hosts: string[] }

/** Hosts of frames, pictures and measurements of ads, which run no scripts on our pages: all of Google's networks. */
const AD_FRAMES = ['googlesyndication.com', 'doubleclick.net', 'adtrafficquality.google', 'google.com'].map(
  (host) => `https://*.${host}`,
)

export type PagePolicy = {
  siteUrl: string
  /** Hosts of games that pages may frame: `games.example`, or with a scheme if it is not HTTPS. */
  gameHosts: readonly string[]
  /** The page's inline scripts, as the policy names them: `nonce-…` or `sha256-…`. */
  scripts: string[]
  /** Set for a page with ad slots. */
  ads?: AdPolicy | undefined
  /** Allows the style elements and the socket of Vite's development server. */
  dev?: boolean
}

/**
 * Returns the Content-Security-Policy of a page. It allows inline scripts by a nonce on a player's page, and by hashes
 * on a shared page.
 */
export function contentSecurityPolicy({ siteUrl, gameHosts, scripts, ads, dev }: PagePolicy): string {
  const hosts = gameHosts.map((host) => (host.includes('://') ? host : `https://${host}`))
  const adScripts = ads ? [new URL(ads.script).origin, ...ads.hosts.map((host) => `https://${host}`)] : []
  const adFrames = ads ? [...adScripts, ...AD_FRAMES] : []
  const sources = (...list: string[]) => ["'self'", ...list].join(' ')
  return [
    `default-src 'self'`,
    `script-src ${sources(...scripts.map((script) => `'${script}'`), ...adScripts)}`,
    `style-src ${sources(...(dev ? ["'unsafe-inline'"] : []))}`,
    // For sizes and positions that the server renders as style="".
    `style-src-attr 'unsafe-inline'`,
    // Advertisers' pictures can come from any host.
    `img-src ${sources('data:', ...(ads ? ['https:'] : []))}`,
    `font-src 'self'`,
    `frame-src ${sources(...hosts, ...adFrames)}`,
    // A game's page requests the game's URL before it loads the game in a frame.
    `connect-src ${sources(...hosts, ...adFrames, ...(dev ? ['ws:'] : []))}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'self'`,
    `form-action 'self'`,
    ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Returns the hashes of a page's inline scripts, and the page to send. If the renderer has marked scripts with the
 * request's nonce, only those are allowed, and the marks are removed. An injected script has no mark and stays blocked,
 * and a shared page contains nothing that changes with each render. If there is no mark at all, all inline scripts are
 * allowed.
 */
export function hashScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const pieces: string[] = []
  const hashes = new Set<string>()
  let end = 0
  // Pages are long and have few marks, so only elements with a mark are parsed.
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, end)) {
    pieces.push(html.slice(end, at))
    end = at + mark.length
    const tag = html.lastIndexOf('<', at)
    // Preload links have marks, too.
    const script = /^<script\s/i.test(html.slice(tag, tag + 8)) && inlineScripts(html, tag).next().value
    if (script && script.at === tag) hashes.add(hash('sha256', script.text, 'base64'))
  }
  if (!end) for (const { text } of inlineScripts(html)) hashes.add(hash('sha256', text, 'base64'))
  return { html: end ? pieces.join('') + html.slice(end) : html, scripts: [...hashes].map((hash) => `sha256-${hash}`) }
}

const OPENING = /<script((?:\s+(?:"[^"]*"|'[^']*'|[^"'>])*)?)>/gi
const CLOSING = /<\/script[\s/>]/gi
// Only scripts of these types are executed. Data blocks such as JSON-LD need no hash.
const RUNS = /^(module|importmap|speculationrules|(text|application)\/(x-)?(java|ecma)script)?$/i

function* inlineScripts(html: string, from = 0): Generator<{ at: number; text: string }, undefined> {
  OPENING.lastIndex = from
  for (let open = OPENING.exec(html); open; open = OPENING.exec(html)) {
    const start = OPENING.lastIndex
    CLOSING.lastIndex = start
    const close = CLOSING.exec(html)
    if (!close) return
    OPENING.lastIndex = CLOSING.lastIndex
    const attributes = open[1] ?? ''
    const type = /\stype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1] ?? ''
    if (!/\ssrc\s*=/i.test(attributes) && RUNS.test(type))
      yield { at: open.index, text: html.slice(start, close.index) }
  }
}

/**
 * Whether a request that changes something comes from our own pages: its Origin or, without one, its Sec-Fetch-Site
 * must be ours. `site` is the site's origin. If it is null, the request's own host is used.
 */
export function comesFromUs(headers: Headers, site: string | null): boolean {
  const origin = headers.get('origin')
  if (!origin) return headers.get('sec-fetch-site') === 'same-origin'
  if (site) return origin === site
  return URL.canParse(origin) && new URL(origin).host === headers.get('host')
}

/**
 * Whether a page was opened by a link, form or redirect of this site, and not from another site or by a typed address.
 * Over HTTP, browsers send no Sec-Fetch-Site but a Referer, which other sites cannot forge.
 */
export function isOpenedFromUs(headers: Headers, site: string | null): boolean {
  const from = headers.get('sec-fetch-site')
  if (from) return from === 'same-origin'
  const referer = URL.parse(headers.get('referer') ?? '')
  return referer !== null && (site ? referer.origin === site : referer.host === headers.get('host'))
}
