import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeFeed, decodeHead } from './feed-text.server.ts'

async function decode(bytes: Uint8Array, cuts: number[] = []): Promise<string> {
  const points = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  async function* chunks() {
    for (let at = 1; at < points.length; at++) yield bytes.subarray(points[at - 1], points[at])
  }
  let text = ''
  for await (const piece of decodeFeed(chunks())) text += piece
  return text
}

const LONG = 'ä€😀 tower; '.repeat(300)
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><rss>Tür</rss>`

test.each([
  ['UTF-8', Buffer.from(LONG), LONG],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${LONG}`), LONG],
  ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${LONG}`, 'utf16le'), LONG],
  ['UTF-16, big end first', utf16be(`\uFEFF${LONG}`), LONG],
  ['UTF-16 without a mark', Buffer.from(`[${LONG}`, 'utf16le'), `[${LONG}`],
  ['UTF-16 without a mark, big end first', utf16be(`[${LONG}`), `[${LONG}`],
  ['windows-1252', Buffer.from('Tür für 5 \x80', 'latin1'), 'Tür für 5 €'],
  ['windows-1252 from the middle on', Buffer.from(`${'x'.repeat(5000)}ü`, 'latin1'), `${'x'.repeat(5000)}ü`],
  [
    'UTF-8 with a broken byte',
    Buffer.concat([Buffer.from(LONG), Buffer.from([0xfc]), Buffer.from('é')]),
    `${LONG}\uFFFDé`,
  ],
  ['UTF-8 that ends too early', Buffer.from('ab€').subarray(0, -1), 'abâ\x82'.replace('\x82', '‚')],
  ['a declared encoding', Buffer.from(xml('ISO-8859-1'), 'latin1'), xml('ISO-8859-1')],
  [
    'another declared encoding',
    Buffer.from([...Buffer.from('<?xml version="1.0" encoding="koi8-r"?>'), 0xf4]),
    '<?xml version="1.0" encoding="koi8-r"?>Т',
  ],
  ['UTF-8 that declares UTF-16', Buffer.from(xml('UTF-16')), xml('UTF-16')],
  ['nothing', Buffer.alloc(0), ''],
  ['a mark and nothing', Buffer.from('\uFEFF'), ''],
])('decodes %s', async (_, bytes, text) => {
  expect(await decode(bytes)).toBe(text)
  expect(await decode(bytes, [1, 2, 3, 1023, 1024, 1025])).toBe(text)
})

test('a letter may be cut in two, and a broken byte may come alone', async () => {
  const start = 'x'.repeat(2000)
  expect(await decode(Buffer.from(`${start}é`), [2001])).toBe(`${start}é`)
  expect(await decode(Buffer.from(`${start}é`, 'latin1'), [2000])).toBe(`${start}é`)
  const broken = Buffer.concat([Buffer.from(LONG), Buffer.from([0xfc, 0x20])])
  expect(await decode(broken, [broken.length - 3, broken.length - 2])).toBe(`${LONG}\uFFFD `)
})

test('an encoding that is not known is a fault of the feed', async () => {
  await expect(decode(Buffer.from(xml('klingon')))).rejects.toThrow('has an encoding that is not known: klingon')
})

test('the first bytes are decoded in the same way', () => {
  expect(decodeHead(Buffer.from('\uFEFF{"a"', 'utf16le'))).toBe('{"a"')
  expect(decodeHead(Buffer.from('Tür;', 'latin1'))).toBe('Tür;')
})

test('property: text comes back wherever its bytes are cut', async () => {
  const encodings = fc.constantFrom<BufferEncoding>('utf8', 'utf16le')
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3000, size: 'max' })
  await fc.assert(
    fc.asyncProperty(text, encodings, fc.array(fc.nat(), { maxLength: 9 }), async (body, encoding, cuts) => {
      const given = `[${body.toWellFormed()}`
      expect(await decode(Buffer.from(given, encoding), cuts)).toBe(given)
    }),
    { numRuns: 60 },
  )
})
