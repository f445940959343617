import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { AVATAR_FORM } from '../../accounts/profile/avatar-form.server.ts'
import { AVATAR_BYTES } from '../../accounts/profile/profile-rules.ts'
import { PictureRefused, remakePicture } from './uploaded-picture.server.ts'

const makeAvatar = (bytes: Uint8Array) => remakePicture(bytes, AVATAR_FORM)

const red = { r: 220, g: 20, b: 20 }
const blue = { r: 20, g: 20, b: 220 }

function plain(width: number, height: number, background = red): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Returns a picture with a red upper and a blue lower half. */
function halves(width: number, height: number): Sharp {
  const below = { create: { width, height: Math.floor(height / 2), channels: 3 as const, background: blue } }
  return plain(width, height).composite([{ input: below, gravity: 'south' }])
}

async function faultOf(bytes: Uint8Array): Promise<string> {
  const refused = await makeAvatar(bytes).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PictureRefused)
  return (refused as PictureRefused).fault
}

/** Returns the colour of a pixel of the stored picture. */
async function colourAt(picture: Buffer, left: number, top: number): Promise<'red' | 'blue' | 'other'> {
  const raw = await sharp(picture).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  const [r = 0, , b = 0] = raw
  return r > 150 && b < 90 ? 'red' : b > 150 && r < 90 ? 'blue' : 'other'
}

/** Returns a PNG whose header may differ from its pixels. */
function png(width: number, height: number, pixels: Buffer, depth = 8): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

test.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s becomes a square WebP', async (format) => {
  const picture = await makeAvatar(await plain(640, 360).toFormat(format).toBuffer())
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
})

test('a wide picture is cropped to its middle', async () => {
  const wide = plain(900, 300).composite([
    { input: { create: { width: 300, height: 300, channels: 3, background: blue } }, gravity: 'centre' },
  ])
  const picture = await makeAvatar(await wide.png().toBuffer())
  expect(await Promise.all([colourAt(picture, 8, 128), colourAt(picture, 248, 128)])).toEqual(['blue', 'blue'])
})

test('a rotated picture becomes upright', async () => {
  const bytes = await halves(400, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const picture = await makeAvatar(bytes)
  expect(await Promise.all([colourAt(picture, 250, 128), colourAt(picture, 6, 128)])).toEqual(['red', 'blue'])
})

test('all metadata of the file is removed', async () => {
  const secret = 'Taken at home, 52.5200 N'
  const bytes = await plain(300, 300)
    .withExif({ IFD0: { ImageDescription: secret, Make: 'Camera' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  expect(bytes.includes(secret)).toBe(true)
  const picture = await makeAvatar(bytes)
  const { exif, icc, xmp, iptc } = await sharp(picture).metadata()
  expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
})

test('only the first frame of an animation is used', async () => {
  const frames = await Promise.all([plain(90, 90), plain(90, 90, blue)].map((frame) => frame.png().toBuffer()))
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    const picture = await makeAvatar(bytes)
    expect((await sharp(picture).metadata()).pages ?? 1).toBe(1)
    expect(await colourAt(picture, 128, 128)).toBe('red')
  }
})

test('a picture of one pixel is accepted', async () => {
  expect((await makeAvatar(await plain(1, 1).png().toBuffer())).length).toBeGreaterThan(0)
})

test('a transparent picture stays transparent', async () => {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 4, background: { ...red, alpha: 0 } } })
    .png()
    .toBuffer()
  expect((await sharp(await makeAvatar(bytes)).metadata()).hasAlpha).toBe(true)
})

test('exactly 2 MB are accepted, and a byte more is refused', async () => {
  const small = await plain(32, 32).jpeg().toBuffer()
  // Decoders ignore what comes after the end of a JPEG.
  const padded = Buffer.concat([small, Buffer.alloc(AVATAR_BYTES - small.length)])
  expect((await makeAvatar(padded)).length).toBeGreaterThan(0)
  expect(await faultOf(Buffer.concat([padded, Buffer.alloc(1)]))).toBe('large')
})

test('16.7 million pixels are accepted, and a row more is refused', async () => {
  expect((await makeAvatar(await plain(4000, 4175).png().toBuffer())).length).toBeGreaterThan(0)
  expect(await faultOf(await plain(4000, 4176).png().toBuffer())).toBe('pixels')
})

test('a small file of 900 million pixels is refused by its header', async () => {
  const bomb = png(30_000, 30_000, Buffer.alloc((30_000 / 8 + 1) * 30_000), 1)
  expect(bomb.length).toBeLessThan(AVATAR_BYTES)
  expect(await faultOf(bomb)).toBe('pixels')
})

test('a header that does not match the pixels cannot bypass the limit', async () => {
  const rows = (width: number, height: number) => Buffer.alloc((width + 1) * height)
  expect(await faultOf(png(60_000, 60_000, rows(10, 10)))).toBe('pixels')
  expect(await faultOf(png(200, 200, rows(10, 10)))).toBe('broken')
  // The header counts: the rest of the file is never decompressed.
  const picture = await makeAvatar(png(10, 10, rows(3000, 3000)))
  expect(await sharp(picture).metadata()).toMatchObject({ width: 256, height: 256 })
})

test('a truncated file is refused as broken', async () => {
  const noise =
    await sharp({ create: { width: 300, height: 300, channels: 3, background: red, noise: { type: 'gaussian', mean: 128, sigma: 60 } } }) // prettier-ignore
      .jpeg()
      .toBuffer()
  expect(await faultOf(noise.subarray(0, noise.length / 2))).toBe('broken')
  expect(await faultOf(noise.subarray(0, 40))).toBe('broken')
})

test('an empty file is refused as missing', async () => {
  expect(await faultOf(Buffer.alloc(0))).toBe('missing')
})

test.each([
  ['text', 'Hello, I am photo.png'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'],
  ['SVG behind white space', '\n <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['PDF', '%PDF-1.7\n1 0 obj'],
  ['TIFF', 'II*\0\x08\0\0\0'],
  ['BMP', 'BM\x46\0\0\0\0\0\0\0'],
  ['AVIF', '\0\0\0\x20ftypavif\0\0\0\0'],
  ['a ZIP', 'PK\x03\x04'],
  ['a RIFF sound', 'RIFF\x24\0\0\0WAVEfmt '],
])('%s is refused as an unsupported type', async (_, text) => {
  expect(await faultOf(Buffer.from(text, 'latin1'))).toBe('type')
})

test('any bytes after a valid signature give a picture or a refusal', async () => {
  const starts = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\x10\0\0\0WEBP'].map((s) =>
    Buffer.from(s, 'latin1'),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), async (start, rest) => {
      const made = await makeAvatar(Buffer.concat([start, rest])).catch((error: unknown) => error)
      expect(made instanceof Buffer || made instanceof PictureRefused).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('concurrent uploads wait for one another, and too many are refused as busy', async () => {
  const bytes = await plain(800, 800).jpeg().toBuffer()
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => makeAvatar(bytes)))
  const refused = results
    .filter((one) => one.status === 'rejected')
    .map(({ reason }) => (reason as PictureRefused).fault)
  expect(refused).toEqual(Array.from({ length: 19 }, () => 'busy'))
  expect((await makeAvatar(bytes)).length).toBeGreaterThan(0)
})
