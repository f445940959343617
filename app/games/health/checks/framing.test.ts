import { expect, test } from 'vitest'
import { findFramingRefusal } from './framing.ts'

const SITE = new URL('https://play.example/')
const csp = (policy: string | string[]) => findFramingRefusal({ 'content-security-policy': policy }, SITE)
const xfo = (options: string) => findFramingRefusal({ 'x-frame-options': options }, SITE)

test('a response without these headers may be framed', () => {
  expect(findFramingRefusal({}, SITE)).toBeNull()
  expect(csp("default-src 'self'; script-src 'none'")).toBeNull()
})

test.each(['DENY', 'sameorigin', ' SameOrigin ', 'SAMEORIGIN, DENY', 'ALLOWALL, x', 'SAMEORIGIN, SAMEORIGIN'])(
  'X-Frame-Options: %s refuses framing',
  (options) => expect(xfo(options)).toBe(`X-Frame-Options: ${options}`),
)

test.each(['ALLOWALL', 'ALLOW-FROM https://other.example', 'nonsense', ''])(
  'X-Frame-Options: %s is no refusal',
  (options) => expect(xfo(options)).toBeNull(),
)

test.each([
  "frame-ancestors 'none'", "frame-ancestors 'self'", 'frame-ancestors', 'frame-ancestors https://other.example',
  'frame-ancestors *.play.example', 'frame-ancestors https://play.example:8443', 'frame-ancestors wss:',
  'frame-ancestors https://play.example.evil.example', 'FRAME-ANCESTORS https://xplay.example',
  "frame-ancestors 'none'; frame-ancestors *",
])('%s refuses our pages', (policy) => expect(csp(`default-src *; ${policy}`)).toMatch(/^Content-Security-Policy: frame-ancestors/)) // prettier-ignore

test.each([
  'frame-ancestors *', 'frame-ancestors https:', 'frame-ancestors http:', 'frame-ancestors play.example', 'frame-ancestors *.example',
  'frame-ancestors https://play.example', 'frame-ancestors http://play.example', 'frame-ancestors https://play.example:443',
  'frame-ancestors https://play.example:*', "frame-ancestors 'self' https://play.example/any/path", 'Frame-Ancestors HTTPS://PLAY.EXAMPLE',
])('%s allows our pages', (policy) => expect(csp(policy)).toBeNull()) // prettier-ignore

test('each of several policies must allow framing', () => {
  expect(csp("frame-ancestors *, frame-ancestors 'none'")).toContain("'none'")
  expect(csp(['frame-ancestors *', "script-src 'self'"])).toBeNull()
})

test('frame-ancestors overrides X-Frame-Options', () => {
  const both = { 'x-frame-options': 'DENY', 'content-security-policy': 'frame-ancestors https://play.example' }
  expect(findFramingRefusal(both, SITE)).toBeNull()
})

test('a portal without https matches its port', () => {
  const site = new URL('http://127.0.0.1:3000')
  const of = (policy: string) => findFramingRefusal({ 'content-security-policy': policy }, site)
  expect(of('frame-ancestors http://127.0.0.1:3000')).toBeNull()
  expect(of('frame-ancestors http://127.0.0.1')).toContain('frame-ancestors')
})
