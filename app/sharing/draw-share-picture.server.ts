import sharp from 'sharp'
import { largeWork } from '../server/process/large-work.server.ts'
import { SHARE_PICTURE_SIZE } from '../site/share-picture-href.ts'
import { setText } from '../lib/letters/letters.server.ts'

/** The content of a share picture: the site's name, a title, a short text below it, and a picture if there is one. */
export type Shown = { site: string; title: string; words: string; picture: Buffer | null }

const [WIDTH, HEIGHT] = SHARE_PICTURE_SIZE
const EDGE = 64
/** The text width in pixels, next to a picture and without a picture. */
const COLUMN = { narrow: 470, wide: WIDTH - 2 * EDGE }
const PICTURE = { width: 560, height: 315, left: WIDTH - EDGE - 560, top: (HEIGHT - 315) / 2, corner: 20 }

/** These colours must match the dark theme in app/tokens.css. */
const INK = '#0a1118'
const TEXT = '#f4efe6'
const SOFT = '#a9b4bd'
const AMBER = '#ffb938'
const ON_AMBER = '#2b1a07'

/**
 * Draws a share picture as JPEG of 1200 by 630 px. The brand, the title and the text are on the left, and the picture
 * is on the right. The same picture, enlarged and darkened, is the background. An unreadable picture is omitted.
 */
export async function drawSharePicture({ site, title, words, picture }: Shown): Promise<Buffer> {
  const shown = picture && (await shapesOf(picture))
  const front = Buffer.from(frontOf({ site, title, words, hasPicture: shown !== null }))
  return largeWork(() =>
    sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: INK } })
      .composite([
        ...(shown
          ? [{ input: shown.behind }, { input: shown.framed, left: PICTURE.left, top: Math.round(PICTURE.top) }]
          : []),
        { input: front },
      ])
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer(),
  )
}

async function shapesOf(picture: Buffer): Promise<{ behind: Buffer; framed: Buffer } | null> {
  const { width, height, corner } = PICTURE
  const mask = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${corner}"/></svg>`,
  )
  try {
    return await largeWork(async () => ({
      behind: await sharp(picture, { limitInputPixels: MAX_PIXELS, pages: 1 })
        .resize(WIDTH / 8, Math.round(HEIGHT / 8), { fit: 'cover' })
        .blur(9)
        .modulate({ brightness: 0.28 })
        .resize(WIDTH, HEIGHT, { fit: 'fill' })
        .png()
        .toBuffer(),
      framed: await sharp(picture, { limitInputPixels: MAX_PIXELS, pages: 1 })
        .resize(width, height, { fit: 'cover' })
        .composite([{ input: mask, blend: 'dest-in' }])
        .png()
        .toBuffer(),
    }))
  } catch {
    return null
  }
}

const MAX_PIXELS = 16.7e6

function frontOf({ site, title, words, hasPicture }: Omit<Shown, 'picture'> & { hasPicture: boolean }): string {
  const width = hasPicture ? COLUMN.narrow : COLUMN.wide
  const [sizes, most] = hasPicture ? [[76, 64, 54, 46], 4] : [[120, 100, 84, 68], 3]
  const heading = setText(title, { face: 'display', sizes, width, lines: most })
  const below = setText(words, { face: 'text', sizes: [28], width, lines: 2 })
  const brand = setText(site, { face: 'display', sizes: [40], width: COLUMN.wide - 80, lines: 1 })
  const step = (heading?.size ?? 0) * 1.04
  const height = (heading?.lines.length ?? 0) * step
  const top = (HEIGHT - height) / 2 + (heading?.size ?? 0) * 0.72
  const parts = [
    bulbs(),
    `<g transform="translate(${EDGE} ${EDGE - 8}) scale(1.6)">${MARK}</g>`,
    ...pathsOf(brand, EDGE + 70, EDGE + 32, 40, TEXT),
    ...pathsOf(heading, EDGE, top, step, TEXT),
    ...pathsOf(below, EDGE, HEIGHT - EDGE - ((below?.lines.length ?? 1) - 1) * 36, 36, SOFT),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${parts.join('')}</svg>`
}

function pathsOf(set: ReturnType<typeof setText>, x: number, y: number, step: number, colour: string): string[] {
  return (set?.lines ?? []).map(
    ({ path }, at) => `<path transform="translate(${x} ${y + at * step})" fill="${colour}" d="${path}"/>`,
  )
}

/** Returns a row of lamps along the bottom, with every third lamp lit. */
function bulbs(): string {
  const lamps: string[] = []
  for (let x = 16, at = 0; x < WIDTH; x += 32, at++) {
    lamps.push(`<circle cx="${x}" cy="${HEIGHT - 20}" r="6" fill="${AMBER}" fill-opacity="${at % 3 ? 0.25 : 1}"/>`)
  }
  return lamps.join('')
}

/** Twelve bulbs around a play triangle, as in the header (app/shell/brand.tsx). */
const LAMPS = [5.5, 12.5, 19.5, 26.5].flatMap((x, at, all) =>
  all.filter((_, row) => at % 3 === 0 || row % 3 === 0).map((y) => `<circle cx="${x}" cy="${y}" r="1.6"/>`),
)
const TRIANGLE = 'M12.6 10.4v11.2a.8.8 0 0 0 1.2.7l9-5.6a.8.8 0 0 0 0-1.4l-9-5.6a.8.8 0 0 0-1.2.7Z'
const MARK =
  `<rect width="32" height="32" rx="8" fill="${AMBER}"/>` +
  `<g fill="${ON_AMBER}">${LAMPS.join('')}<path d="${TRIANGLE}"/></g>`
