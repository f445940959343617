import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, TRIES } from '../../testing/fixtures/any-text.ts'
import { nextPath } from './next-path.ts'

test.each([
  '/games',
  '/games/moto-rush?a=1#top',
  '/',
  '/?q=%2F%2Fevil',
  '/loginx',
  '/games/login',
  '/a//b',
  '/%E7%8C%AB',
])('%s is accepted', (path) => expect(nextPath(path)).toBe(path))

test.each([
  ['/猫', '/%E7%8C%AB'],
  ['/search?q=müller#größe', '/search?q=m%C3%BCller#gr%C3%B6%C3%9Fe'],
  ['/🎮', '/%F0%9F%8E%AE'],
  ['/\ud83c', '/%EF%BF%BD'],
  [`/search?q=${'猫'.repeat(64)}`, `/search?q=${'%E7%8C%AB'.repeat(64)}`],
  ['/a b', '/a%20b'],
  ['/tags/../games/./1', '/games/1'],
  ['/x/%2e%2E/games', '/games'],
])('%j is resolved like in a browser: %s', (text, path) => expect(nextPath(text)).toBe(path))

test.each([
  '', null, undefined, 'games', 'https://evil.example', '//evil.example', '/\\evil.example', '/a\\b', '\\\\evil.example',
  '/\t/evil.example', '/\n/evil.example', '/\u0000', 'javascript:alert(1)', ' /games', `/${'x'.repeat(2000)}`,
  '/login', '/login?next=/games', '/login.data', '/login/google', '/signup', '/logout', '/reset-password?token=x',
  // Paths that lead to other sites or to sign-in pages only once they are resolved.
  '/.//evil.example', '/..//evil.example', '/./\\evil.example', '/%2e//evil.example', '/%2E%2e//evil.example',
  '/x/..//evil.example', '/x/%2e%2e//evil.example/', '/././/evil.example', '/.\t//evil.example', '/.%0d//evil.example',
  '/%2Fevil.example', '/%2f%2fevil.example', '/%5cevil.example', '/%5C/evil.example', '/.//%5cevil.example', '///evil.example',
  '/.//@evil.example', '/.///', '/.//evil.example:80#', '/%09/evil.example', '/%00', '/%zz', '/%c0%af', '/x%0d%0aSet-Cookie:a=b',
  '/./login', '/games/../login', '/%6cogin', '/LOGIN', '/login%2Fgoogle', '/login#x', `/${'猫'.repeat(300)}`,
])('%j falls back to the home page', (path) => expect(nextPath(path)).toBe('/')) // prettier-ignore

const pieces = fc.constantFrom('/', '//', '\\', '.', '..', '%2e', '%2F', '%5c', '\t', '\n', '\r', '@', ':', '?', '#', ' ', '%', '猫', 'evil.example', 'games', 'http:') // prettier-ignore
const tricky = fc.array(fc.oneof(pieces, anyText({ maxLength: 4 })), { maxLength: 12 })

test('any input yields a path on this site that fits into a header', () => {
  fc.assert(
    fc.property(tricky, fc.boolean(), (parts, isPath) => {
      const next = nextPath((isPath ? '/' : '') + parts.join(''))
      expect(new Headers({ location: next }).get('location')).toBe(next)
      expect(next).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      const resolved = new URL(next, 'https://portal.example/login')
      expect(resolved.origin).toBe('https://portal.example')
      // Resolving it again, as the Google callback does, changes nothing.
      expect(resolved.pathname + resolved.search + resolved.hash).toBe(next)
      expect(nextPath(next)).toBe(next)
    }),
    TRIES,
  )
})
