import type { PictureFault } from '../../server/files/uploaded-picture.server.ts'
import { AVATAR_BYTES, AVATAR_SIZE, AVATAR_TYPES } from './profile-rules.ts'

/** Larger files are not decoded. Photos from phone cameras are smaller; they are scaled down before the upload. */
const OPENED_BYTES = 40 << 20

export type Prepared = {
  /** The file to upload. */
  file: Blob
  /** The square in the middle, as a data URL, since the Content-Security-Policy does not allow blob URLs. */
  preview: string
}

/**
 * Checks a chosen file in the browser. Returns the file to upload and a preview, or the reason why it cannot be used.
 */
export async function preparePicture(file: File): Promise<Prepared | PictureFault> {
  if (file.size === 0) return 'missing'
  if (!(AVATAR_TYPES as readonly string[]).includes(file.type)) return 'type'
  if (file.size > OPENED_BYTES) return 'large'
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file.size > AVATAR_BYTES ? 'large' : 'broken'
  try {
    const preview = square(picture, 144).toDataURL('image/webp', 0.85)
    if (file.size <= AVATAR_BYTES) return { file, preview }
    const canvas = square(picture, 2 * AVATAR_SIZE)
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    return smaller && smaller.size <= AVATAR_BYTES ? { file: smaller, preview } : 'large'
  } finally {
    picture.close()
  }
}

/** Draws the square in the middle of a picture, cropped like on the server. */
function square(picture: ImageBitmap, size: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const side = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, size, size)
  return canvas
}
