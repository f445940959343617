import fc from 'fast-check'
import naughty from 'big-list-of-naughty-strings'
import { expect, test } from 'vitest'
import { gameAddress, hostOf, pictureAddress } from './game-address.ts'

const rules = { hosts: ['games.example', 'play.games.example'] }
const GAME = 'https://games.example/abc/'

test.each([
  GAME,
  ` ${GAME}\n`,
  'HTTPS://GAMES.EXAMPLE/abc/',
  `<iframe src="${GAME}" width="1"></iframe>`,
  `<IFRAME width=1 SRC='${GAME}' allow='fullscreen; camera'>`,
  `<div><p>Play</p><iframe src=${GAME}></iframe><iframe src="https://other.example/"></iframe></div>`,
  `&lt;iframe src=&quot;${GAME}&quot;&gt;&lt;/iframe&gt;`,
  `<script src="https://games.example/x.js"></script><iframe src="${GAME}"></iframe>`,
])('extracts the URL of %s', (raw) => {
  expect(gameAddress(raw, rules)).toEqual({ url: GAME })
})

test('escaped ampersands are decoded', () => {
  expect(gameAddress('https://games.example/?a=1&amp;b=2', rules)).toEqual({ url: 'https://games.example/?a=1&b=2' })
})

test.each([
  ['', 'no address'],
  ['  ', 'no address'],
  ['/abc/', 'url is not an absolute address'],
  ['//games.example/abc/', 'url is not an absolute address'],
  ['games.example/abc/', 'url is not an absolute address'],
  ['http://games.example/abc/', 'url is not an https address'],
  ['ftp://games.example/abc/', 'url is not an https address'],
  ['javascript:alert(1)//https://games.example', 'url is not an https address'],
  ['data:text/html,hello', 'url is not an https address'],
  ['https://user:pass@games.example/', 'url has a name or password in it'],
  ['https://games.example@other.example/', 'url has a name or password in it'],
  ['https://other.example/', "url has a host that is not the provider's: other.example"],
  ['https://games.example.other.example/', "url has a host that is not the provider's: games.example.other.example"],
  ['https://evilgames.example/', "url has a host that is not the provider's: evilgames.example"],
  ['https://games.example:8443/', "url has a host that is not the provider's: games.example:8443"],
  ['https://games.example./', "url has a host that is not the provider's: games.example."],
  ['https://127.0.0.1/', "url has a host that is not the provider's: 127.0.0.1"],
  ['http://localhost:3000/', 'url is not an https address'],
  ['<div><script src="https://games.example/embed.js"></script></div>', 'url is a script instead of a frame'],
  ['<a href="https://games.example/">play</a>', 'url is markup without a frame'],
  ['<iframe width="1"></iframe>', 'url is a frame without an address'],
  ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', 'url is a frame without an address'],
  ['<iframe src="javascript:alert(1)"></iframe>', 'url is not an https address'],
  [`https://games.example/${'x'.repeat(3000)}`, 'url is too long'],
])('refuses %j: %s', (raw, reason) => {
  expect(gameAddress(raw, rules)).toEqual({ reason })
})

test('deeply nested markup is refused like any other', () => {
  expect(gameAddress('<div>'.repeat(50_000), rules)).toEqual({ reason: 'url is markup without a frame' })
})

test('loopback addresses are accepted only when allowed', () => {
  const local = { ...rules, allowLoopback: true }
  expect(gameAddress('http://127.0.0.1:3000/a', local)).toEqual({ url: 'http://127.0.0.1:3000/a' })
  expect(gameAddress('http://localhost:3000/a', local)).toEqual({ url: 'http://localhost:3000/a' })
  expect(gameAddress('http://[::1]/a', local)).toEqual({ url: 'http://[::1]/a' })
  expect(gameAddress('http://10.0.0.1/a', local)).toEqual({ reason: 'url is not an https address' })
  expect(gameAddress('http://127.0.0.1.other.example/a', local)).toEqual({ reason: 'url is not an https address' })
})

test('a picture that is not on a provider’s host is ignored', () => {
  expect(pictureAddress('https://games.example/a.jpg', rules)).toBe('https://games.example/a.jpg')
  for (const raw of [
    undefined,
    '',
    'a.jpg',
    'http://games.example/a.jpg',
    'https://other.example/a.jpg',
    '<img src=x>',
  ]) {
    expect(pictureAddress(raw, rules)).toBe(null)
  }
})

test.each([
  [GAME, 'games.example'],
  ['https://GAMES.example:8443/a', 'games.example:8443'],
  [`&lt;iframe src='${GAME}'&gt;`, 'games.example'],
  ['http://games.example/', null],
  ['javascript:alert(1)', null],
  ['<script src="https://games.example/embed.js"></script>', null],
  ['/abc/', null],
  ['', null],
  [undefined, null],
])('the host of %j is %j', (raw, host) => {
  expect(hostOf(raw)).toBe(host)
})

test.each([
  ['http://localhost:4000/a', 'localhost:4000'],
  ['http://127.0.0.1/a', '127.0.0.1'],
  ['http://games.example/', null],
])('the host of %j is %j where games of this machine are allowed', (raw, host) => {
  expect(hostOf(raw, { allowLoopback: true })).toBe(host)
  expect(hostOf(raw)).toBe(null)
})

test('property: for any input, an accepted URL is on a host of the provider', () => {
  const wrapped = fc.oneof(
    fc.constantFrom(...naughty),
    fc
      .tuple(
        fc.constantFrom('http://', 'https://', '//'),
        fc.constantFrom('', 'play.', 'x.', 'evil.example@', 'evil.example#'),
        fc.constantFrom(
          'games.example',
          'games.example.evil.example',
          'games.example:81',
          'games.example@evil.example',
        ),
        fc.string().map((text) => `/${text}`),
      )
      .map((parts) => parts.join('')),
    fc.string().map((text) => `https://games.example/${text}`),
    fc.string().map((text) => `<iframe src="${text}`),
    fc.constantFrom(...naughty).map((text) => `<iframe src="https://games.example/${text}"></iframe>`),
  )
  fc.assert(
    fc.property(wrapped, (raw) => {
      const address = gameAddress(raw, rules)
      if ('url' in address) expect(address.url).toMatch(/^https:\/\/(play\.)?games\.example\/[^\s<>"]*$/)
      else expect(address.reason).not.toBe('')
    }),
  )
})
