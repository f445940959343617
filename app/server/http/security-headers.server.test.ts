import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { config } from '../process/config.server.ts'
import { baseHeaders, contentSecurityPolicy, hashScripts, isOpenedFromUs } from './security-headers.server.ts'

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const hashesOf = (html: string) => hashScripts(html, 'secret').scripts

test('the policy has no unsafe source for scripts and names the hosts of games', () => {
  const policy = contentSecurityPolicy({
    siteUrl: 'http://x',
    gameHosts: ['games.example', 'http://127.0.0.1:1'],
    scripts: ['sha256-abc='],
  })
  const directives = new Map(
    policy.split('; ').map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]),
  )
  expect(directives.get('script-src')).toBe(`'self' 'sha256-abc='`)
  expect(directives.get('style-src')).toBe(`'self'`)
  expect(directives.get('frame-src')).toBe(`'self' https://games.example http://127.0.0.1:1`)
  expect(directives.get('connect-src')).toBe(`'self' https://games.example http://127.0.0.1:1`)
  for (const name of ['object-src', 'base-uri']) expect(directives.get(name)).toBe(`'none'`)
  for (const name of ['frame-ancestors', 'form-action']) expect(directives.get(name)).toBe(`'self'`)
})

test('inline scripts are hashed exactly as written, data blocks and external scripts are not', () => {
  const html = `<script>a < b</script><script src="/x.js"></script><script data-src="1" type="module">b</script >
    <script type="application/ld+json">{}</script><script type='importmap'>{"imports":{}}</script><script
    async title="a > b">c</SCRIPT><scripted>no</scripted>`
  expect(hashesOf(html)).toEqual(['a < b', 'b', '{"imports":{}}', 'c'].map(hash))
})

test('nested tags, a missing end tag and an empty page are handled', () => {
  expect(hashesOf('<script>"<script>"</script>')).toEqual([hash('"<script>"')])
  expect(hashesOf('<script>never closed')).toEqual([])
  expect(hashesOf('')).toEqual([])
})

test('with a nonce only marked scripts are allowed, and the nonce is removed', () => {
  const marked = hashScripts('<script nonce="secret">ours</script><script>theirs</script>', 'secret')
  expect(marked).toEqual({ html: '<script>ours</script><script>theirs</script>', scripts: [hash('ours')] })
})

test('HSTS is sent on https only, and includes subdomains only if set', () => {
  const transportOf = (siteUrl: string) => {
    const headers = baseHeaders(siteUrl)
    return headers.includes('Strict-Transport-Security') && headers[headers.indexOf('Strict-Transport-Security') + 1]
  }
  expect(transportOf('http://a.example')).toBe(false)
  expect(transportOf('https://a.example')).toBe('max-age=31536000')
  config().hstsSubdomains = true
  expect(transportOf('https://a.example')).toBe('max-age=31536000; includeSubDomains')
})

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'cross-site', referer: 'https://playhall.example/admin' }, false],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  // Over HTTP
  [{ referer: 'https://playhall.example/admin/feeds/new' }, true],
  [{ referer: 'https://playhall.example.evil.example/' }, false],
  [{ referer: 'https://evil.example/' }, false],
  [{}, false],
])('a page with the headers %o is opened from us: %s', (headers, isOurs) => {
  const all = new Headers({ host: 'playhall.example', ...(headers as Record<string, string>) })
  expect(isOpenedFromUs(all, 'https://playhall.example')).toBe(isOurs)
  expect(isOpenedFromUs(all, null)).toBe(isOurs)
})
