import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TRIES } from '../../../testing/fixtures/any-text.ts'
import { FRAME_ALLOWS, frameOf, sandboxOf } from './game-frame.ts'

const SITE = 'https://playhall.example'

const frame = (url: string | null, siteUrl = SITE) => frameOf({ url, width: null, height: null }, siteUrl)

test('a path of the portal is framed in an opaque origin', () => {
  const found = frame('/play/2048/?level=3')
  expect(found).toEqual({ src: '/play/2048/?level=3', isSelfHosted: true, ratio: 1.778, hasFixedRatio: false })
  expect(sandboxOf(found!)).not.toContain('allow-same-origin')
})

test.each([
  'https://playhall.example/play/2048/',
  'HTTPS://PLAYHALL.EXAMPLE/play/2048/',
  'https://playhall.example:443/play/2048/',
  'https://any:word@playhall.example/play/2048/',
  '//playhall.example/play/2048/',
])('%s is the portal’s own origin and never gets allow-same-origin', (url) => {
  const found = frame(url)
  expect(found).toMatchObject({ src: '/play/2048/', isSelfHosted: true })
  expect(sandboxOf(found!)).not.toContain('allow-same-origin')
})

test('a provider’s game gets its own origin, but may not navigate the top page', () => {
  const found = frame('https://html5.gamemonetize.com/abc/')
  expect(found).toMatchObject({ src: 'https://html5.gamemonetize.com/abc/', isSelfHosted: false })
  expect(sandboxOf(found!).split(' ')).toContain('allow-same-origin')
  expect(sandboxOf(found!)).not.toContain('allow-top-navigation')
})

test.each([
  null,
  '',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://playhall.example/9a3c',
  'blob:https://html5.gamemonetize.com/9a3c',
  'filesystem:https://playhall.example/temporary/a.html',
  'file:///etc/passwd',
  'about:blank',
  'about:srcdoc',
  'http://html5.gamemonetize.com/abc/',
  'http://playhall.example/play/2048/',
  'ftp://html5.gamemonetize.com/abc/',
  'https://',
  '<iframe src="https://html5.gamemonetize.com/abc/"></iframe>',
  '  <IFRAME src="https://html5.gamemonetize.com/abc/">',
  'https://playhall.example//evil.example/',
  '/..//evil.example/',
  'play/2048/',
  '//',
])('%j is not framed', (url) => {
  expect(frame(url)).toBeNull()
})

test('http is allowed on loopback addresses only', () => {
  for (const host of ['localhost:5000', '127.0.0.1', '127.8.9.10:81', '[::1]:5000']) {
    expect(frame(`http://${host}/game/`)).toMatchObject({ isSelfHosted: false })
  }
  for (const host of ['127.0.0.1.evil.example', 'localhost.evil.example', '[::2]', '10.0.0.1']) {
    expect(frame(`http://${host}/game/`)).toBeNull()
  }
})

test('another port is another origin', () => {
  expect(frame('http://localhost:3001/x/', 'http://localhost:3000')).toMatchObject({ isSelfHosted: false })
  expect(frame('http://localhost:3000/x/', 'http://localhost:3000')).toMatchObject({ isSelfHosted: true, src: '/x/' })
})

test('a provider’s game and an uploaded one of a known size have a fixed ratio; other games adapt', () => {
  const size = { width: 800, height: 500 }
  const isFixed = (url: string, of: { width: number | null; height: number | null }) =>
    frameOf({ url, ...of }, SITE)?.hasFixedRatio
  const none = { width: null, height: null }
  expect(isFixed('https://html5.gamemonetize.com/abc/', none)).toBe(true)
  for (const url of ['/play/v12/', '/play/v12-abc.def/']) {
    expect(isFixed(url, size), url).toBe(true)
    expect(isFixed(url, none), url).toBe(false)
  }
  for (const url of ['/play/2048/', '/play/vortex/']) expect(isFixed(url, size), url).toBe(false)
})

test('the aspect ratio is that of the game, or 16:9 if unknown', () => {
  expect(frameOf({ url: '/a/', width: 960, height: 600 }, SITE)?.ratio).toBe(1.6)
  expect(frameOf({ url: '/a/', width: 600, height: 960 }, SITE)?.ratio).toBe(0.625)
  for (const [width, height] of [
    [0, 600],
    [960, null],
    [null, 600],
  ] as const) {
    expect(frameOf({ url: '/a/', width, height }, SITE)?.ratio).toBe(1.778)
  }
})

test('a frame may go fullscreen, but has no access to camera, microphone or location', () => {
  expect(FRAME_ALLOWS).toContain('fullscreen')
  expect(FRAME_ALLOWS).not.toMatch(/camera|microphone|geolocation|payment|usb/)
})

test('property: a frame that loads from the portal’s origin never has allow-same-origin', () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '..',
    '.',
    'https:',
    'playhall.example',
    'evil.example',
    '@',
    '?',
    '#',
    '\t',
    'blob:',
    'play',
  )
  const url = fc.oneof(
    fc.constantFrom(...naughty),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(url, (text) => {
      const found = frame(text)
      if (!found) return
      const loaded = new URL(found.src, `${SITE}/games/some-game`)
      expect(loaded.protocol).toMatch(/^https?:$/)
      expect(found.isSelfHosted).toBe(loaded.origin === SITE)
      if (loaded.origin === SITE) expect(sandboxOf(found)).not.toContain('allow-same-origin')
    }),
    TRIES,
  )
})
