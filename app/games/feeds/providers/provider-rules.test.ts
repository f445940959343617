import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../../server/http/security-headers.server.ts'
import { publicHost } from './provider-rules.ts'

test.each([
  ['games.example', 'games.example'],
  [' HTML5.Games.Example ', 'html5.games.example'],
  ['games.example:8443', 'games.example:8443'],
  ['games.example:443', 'games.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['a-1.b-2.example', 'a-1.b-2.example'],
])('%s is a public host', (text, host) => {
  expect(publicHost(text)).toBe(host)
})

const HOSTILE = [
  '', ' ', '*', '*.example', '*.games.example', 'https:', "'self'", "'unsafe-inline'", 'data:', 'localhost', 'games',
  'games.localhost', 'printer.local', 'db.internal', 'router.lan', 'nas.home.arpa', 'x.onion', 'localhost.localdomain',
  '127.0.0.1', '127.1', '10.0.0.1:80', '0x7f.1', '0x7f000001', '2130706433', '1.2.3.4.', '[::1]', '::1', 'games.0x7f',
  'https://games.example', 'http://games.example', '//games.example', 'games.example/', 'games.example/path',
  'games.example?x', 'games.example#x', 'user@games.example', 'user:pass@games.example', 'games\\.example',
  'evil.example;script-src *', 'evil.example; script-src *', 'evil.example script-src', 'evil.example,other.example',
  'evil.example\nscript-src *', 'evil.example\r\nSet-Cookie: a=b', 'evil.example\u0000', 'evil.example\u00a0*',
  'games..example', '.games.example', 'games.example.', '-games.example', 'games-.example', 'games_1.example',
  'games.example:0', 'games.example:65536', 'games.example:80:80', 'games.example:', 'games.example:*', 'games.1',
  'bücher.example;*', 'bücher.example/x', 'ü*.example', '<b>games.example</b>', `${'a'.repeat(64)}.example`,
  `${'abc.'.repeat(70)}example`, 'a'.repeat(100_000),
] // prettier-ignore

test.each(HOSTILE.map((text) => [text.slice(0, 60), text]))('%j is no public host', (_shown, text) => {
  expect(publicHost(text)).toBeNull()
})

test('lookalikes of dots and letters become the host that a browser would load', () => {
  expect(publicHost('games。example')).toBe('games.example')
  expect(publicHost('ｇames.example')).toBe('games.example')
  expect(publicHost('１２７.0.0.1')).toBeNull()
})

test('whatever is accepted is one source of a policy', () => {
  const hosts = ['games.example', 'games.example:8443', 'bücher.example', 'games。example'].map(publicHost)
  const policy = contentSecurityPolicy({
    siteUrl: 'https://site.example',
    gameHosts: hosts as string[],
    scripts: [],
  })
  expect(policy.split('; ').find((directive) => directive.startsWith('frame-src'))).toBe(
    `frame-src 'self' ${hosts.map((host) => `https://${host}`).join(' ')}`,
  )
})
