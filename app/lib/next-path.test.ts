import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

test.each(['/games', '/games/moto-rush?a=1#top', '/', '/?q=%2F%2Fevil', '/loginx', '/games/login'])(
  '%s is gone on to',
  (path) => expect(nextPath(path)).toBe(path),
)

test.each([
  '', null, undefined, 'games', 'https://evil.example', '//evil.example', '/\\evil.example', '/a\\b', '\\\\evil.example',
  '/\t/evil.example', '/\n/evil.example', '/\u0000', 'javascript:alert(1)', ' /games', `/${'x'.repeat(500)}`,
  '/login', '/login?next=/games', '/login.data', '/login/google', '/signup', '/logout', '/reset-password?token=x',
])('%j leads home', (path) => expect(nextPath(path)).toBe('/')) // prettier-ignore
