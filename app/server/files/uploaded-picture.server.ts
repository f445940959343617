import pLimit from 'p-limit'
import sharp, { type ResizeOptions } from 'sharp'
import { largestWork } from '../process/large-work.server.ts'

/** The reason why an uploaded picture is refused. `down`: it cannot be stored at the moment. */
export type PictureFault = 'missing' | 'large' | 'pixels' | 'type' | 'broken' | 'busy' | 'down'

/** The response status for each reason. */
export const PICTURE_STATUS: Readonly<Record<PictureFault, number>> = {
  missing: 400,
  large: 413,
  pixels: 422,
  type: 415,
  broken: 422,
  busy: 429,
  down: 503,
}

export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly fault: PictureFault
  constructor(fault: PictureFault) {
    super(fault)
    this.fault = fault
  }
}

/** The limits of an uploaded kind of picture, and its stored size. */
export type PictureForm = {
  maxBytes: number
  maxPixels: number
  /** Options of sharp. */
  resize: ResizeOptions
}

/**
 * Pictures are processed one at a time, so that at most one waits for large work, and many uploads cannot delay a
 * sign-in.
 */
const pictures = pLimit(1)
const MAX_WAITING = 20

/**
 * Converts an uploaded file to its stored form: the first frame, upright, resized, as WebP without metadata. Throws a
 * PictureRefused. Checks size, type and pixels before decoding anything (docs/safety.md#uploads).
 */
export async function remakePicture(bytes: Uint8Array, { maxBytes, maxPixels, resize }: PictureForm): Promise<Buffer> {
  if (bytes.length === 0) throw new PictureRefused('missing')
  if (bytes.length > maxBytes) throw new PictureRefused('large')
  const format = pictureFormatOf(bytes)
  if (!format) throw new PictureRefused('type')
  if (pictures.pendingCount >= MAX_WAITING) throw new PictureRefused('busy')
  return pictures(() =>
    largestWork(async () => {
      const found = await sharp(bytes, { limitInputPixels: false })
        .metadata()
        .catch(() => {
          throw new PictureRefused('broken')
        })
      if (found.format !== format) throw new PictureRefused('type')
      if (found.width * found.height > maxPixels) throw new PictureRefused('pixels')
      return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
        .autoOrient()
        .resize(resize)
        .webp({ quality: 82 })
        .toBuffer()
        .catch(() => {
          throw new PictureRefused('broken')
        })
    }),
  )
}

/**
 * Determines a picture's type by its first bytes; null for any other file. File names prove nothing, and other types
 * must not reach a decoder: the decoder for SVG is an XML parser.
 */
export function pictureFormatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'gif' | 'webp' | null {
  const starts = (text: string, at = 0) => Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text
  if (starts('\xff\xd8\xff')) return 'jpeg'
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('GIF87a') || starts('GIF89a')) return 'gif'
  return starts('RIFF') && starts('WEBP', 8) ? 'webp' : null
}
