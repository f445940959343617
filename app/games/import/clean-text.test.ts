import fc from 'fast-check'
import naughty from 'big-list-of-naughty-strings'
import { decodeHTMLStrict } from 'entities'
import { expect, test } from 'vitest'
import { anyText, TRIES } from '../../../testing/fixtures/any-text.ts'
import { processorMs } from '../../../testing/fixtures/processor-time.ts'
import { cleanLine, cleanSteps, cleanText } from './clean-text.ts'

const MARKUP = /<[a-z!/]|&[a-z#0-9]+;/i
const FORBIDDEN = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/u
const ADDRESS = /https?:\/\/|\bwww\.[^\s<>]/i

test('decodes entities, up to three times', () => {
  expect(cleanLine('Cats &amp; Dogs', 99)).toBe('Cats & Dogs')
  expect(cleanLine('Play&nbsp;it&amp;amp;mdash;now', 99)).toBe('Play it—now')
  expect(cleanLine('Ann&rsquo;s &#39;Room&#x27;', 99)).toBe("Ann’s 'Room'")
})

test('markup that was encoded several times is also removed', () => {
  expect(cleanText('one &lt;b&gt;two&lt;/b&gt; &amp;lt;i&amp;gt;three', 99)).toBe('one two three')
  expect(cleanText('&amp;amp;amp;amp;lt;script&amp;amp;amp;amp;gt;', 99)).not.toMatch(MARKUP)
})

test('markup that appears after removal is removed too', () => {
  expect(cleanText('a <<b>script>alert()<</b>/script> b', 99)).not.toMatch(MARKUP)
  expect(cleanText('a &l<b></b>t;img src=x&g<i></i>t;', 99)).not.toMatch(MARKUP)
})

test('scripts and styles are removed with their content', () => {
  expect(cleanText('a <script>alert(1)</script> b <style>p{}</style> c', 99)).toBe('a b c')
})

test('tags with a bracket in a value, comments and cut off tags are removed', () => {
  expect(cleanText('a <img alt="x>y" src=z> b <!-- hidden > --> c <a href=\'https://spam.exam', 99)).toBe('a b c')
})

test.each([
  '5 < 6',
  'Snakes & Ladders',
  'I <3 games',
  'AT&T, R&D',
  'a < b > c',
  'Tom & Jerry; friends',
  '<-- New songs -->',
])('%s is not changed', (text) => {
  expect(cleanLine(text, 99)).toBe(text)
  expect(cleanText(text, 99)).toBe(text)
  expect(cleanText(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), 99)).toBe(text)
})

test('text between decorative arrows is preserved', () => {
  expect(cleanText('Features: &lt;-- New maps! --&gt; Many maps. &lt;-- New cars! --&gt; Fast.', 99)).toBe(
    'Features: <-- New maps! --> Many maps. <-- New cars! --> Fast.',
  )
})

test('paragraphs are preserved, with at most one empty line between them', () => {
  expect(cleanText('One.\r\n\r\n\r\n\r\nTwo.<br>Three.<p>Four.</p>\t \n Five.', 99)).toBe(
    'One.\n\nTwo.\nThree.\nFour.\n\nFive.',
  )
  expect(cleanLine('One.\nTwo.', 99)).toBe('One. Two.')
})

test('steps have no empty lines', () => {
  expect(cleanSteps(' W - up\n\n\n S - down<br><br>Space - jump ', 99)).toBe('W - up\nS - down\nSpace - jump')
})

test('control, bidirectional and invisible characters are removed, joiners in emoji are not', () => {
  expect(cleanLine('a\u0000b\u202Ec\u200Bd\uFEFFe\u2066f\u001B[31mg', 99)).toBe('abcdef[31mg')
  expect(cleanLine('👩‍🚀 x\uD800', 99)).toBe('👩‍🚀 x\uFFFD')
  expect(cleanLine('\u3164\u2800', 99)).toBe('')
})

test('text is normalized to NFC, and stacked combining marks are limited', () => {
  expect(cleanLine('Cafe\u0301', 99)).toBe('Café')
  expect(cleanLine(`Z${'\u0335'.repeat(50)}`, 99)).toHaveLength(5)
})

test('long text is cut between words, never within a character', () => {
  expect(cleanLine('one two three', 10)).toBe('one two…')
  expect(cleanLine('x'.repeat(30), 10)).toBe(`${'x'.repeat(9)}…`)
  expect(cleanLine('😀'.repeat(30), 10)).toBe(`${'😀'.repeat(4)}…`)
})

test.each([
  ["Win! Website Developer <a href='https://spam.example/'>https://spam.example/</a>", 'Win!'],
  ['Win!Web Dev &lt;a href="https://spam.example"&gt;https://spam.example&lt;/a&gt; And race.', 'Win! And race.'],
  ['Win. Website Developer', 'Win.'],
  ['Enjoy the game at spam-games.com. Ann is ill.', 'Enjoy the game. Ann is ill.'],
  ['Have fun in Tower Race on the site Spam.com!', 'Have fun in Tower Race!'],
  ['Jump, available exclusively on spam.com.', 'Jump.'],
  ['Good luck. For more tower games, visit spam.com. Bye.', 'Good luck. Bye.'],
  ['Good luck.\n\nFanpage: https://www.spam.example/us', 'Good luck.'],
  ['Made well. Developer: someone@spam.example', 'Made well.'],
  ['Nice graphics on https://spam.example and sound.', 'Nice graphics and sound.'],
])('link spam is removed: %j', (text, expected) => {
  expect(cleanText(text, 200)).toBe(expected)
})

test('names that resemble sites are preserved', () => {
  const text = 'Paper.io and MineStrike.fun are fun.In the end 3.5 stars e.g. by Node.js and more games.'
  expect(cleanText(text, 200)).toBe(text)
  expect(cleanLine('Tower.io: play at kite.com', 99)).toBe('Tower.io: play at kite.com')
  expect(cleanLine('Tower https://spam.example', 99)).toBe('Tower')
})

test('hostile texts are cleaned quickly', () => {
  const hostile = ['<a ', '<!--', '<script', '&amp;', '<<b>', 'at ', 'visit ', 'a-', 'a.', 'a@', '"\'<a', '<b \'"']
  for (const piece of hostile) {
    const clean = () => {
      cleanText(`${piece.repeat(10_000)} www.x.com`, 5000)
      cleanText(`www.x.com ${piece.repeat(3000)}`, 5000)
    }
    expect(processorMs(clean), piece).toBeLessThan(2000)
  }
})

function expectClean(raw: string) {
  for (const clean of [cleanLine, cleanText, cleanSteps]) {
    const text = clean(raw, 200)
    expect(text.length).toBeLessThanOrEqual(200)
    expect(text).not.toMatch(MARKUP)
    expect(text).not.toMatch(FORBIDDEN)
    expect(text).not.toMatch(ADDRESS)
    expect(text).toBe(text.normalize('NFC').trim())
    expect(decodeHTMLStrict(text)).toBe(text)
    expect(clean(text, 200)).toBe(text)
  }
}

test.each(naughty.filter((text) => text.trim()))('hostile text is cleaned: %j', (text) => {
  expectClean(text)
  expectClean(`x ${text} y`)
})

test('property: no markup, entity or control character remains, and cleaning twice changes nothing', () => {
  const piece = fc.constantFrom(
    '<', '>', '&', ';', '/', '!', '-', '"', "'", '=', '#', 'lt', 'gt', 'amp', 'a', 'b', 'script', ' ', '\n', '.', ':', '38', 'x3c',
    'https://', 'www.', 'kiz.com', 'at', 'visit', 'Website Developer', '\u0000', '\u202E', '\u0338', '\u037E', '\uD800', '\uDC00', '…', '&lt;', '&amp;', '<br>',
  ) // prettier-ignore
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, anyText({ maxLength: 3 })), { maxLength: 90, size: 'max' }), (parts) =>
      expectClean(parts.join('')),
    ),
    TRIES,
  )
})

const UNITS = [
  ' ', ',', '\n', '-', '–', ':', '(', '.', '!', '"', "'", '<', '>', '=', '/', '@', '&', 'at', 'web', 'web dev', 'website',
  'developer', 'games by', 'www.a.com ', 'http://', 'a.', 'a.com', 'visit ', 'more ', 'x', 'available ', 'on the site ',
  '<a ', '<!--', '<script', '</script', '&amp;',
] // prettier-ignore

/** Repeats a unit up to a given length: alone, after a credit, and before a link. */
function textsOf(unit: string, length: number): string[] {
  const frames: [string, string][] = [
    ['', ''],
    ['www.a.com web', 'x'],
    ['', ' x www.a.com'],
  ]
  return frames.map(([before, after]) => {
    const room = length - before.length - after.length
    return before + unit.repeat(Math.ceil(room / unit.length)).slice(0, room) + after
  })
}

const combinations = fc
  .sample(fc.array(fc.constantFrom(...UNITS), { minLength: 2, maxLength: 5 }), { seed: 32, numRuns: 50 })
  .map((parts) => parts.join(''))

test.each([...UNITS, ...combinations])('%j repeated is cleaned quickly', (unit) => {
  // Shorter texts come first, so that cubic running time fails the test instead of blocking it.
  for (const length of [1250, 2500, 5000, 10_000])
    for (const text of textsOf(unit, length))
      expect(
        processorMs(() => cleanText(text, 5000)),
        `${length} characters`,
      ).toBeLessThan(2000)
})
