import type { PictureForm } from '../../server/files/uploaded-picture.server.ts'
import { AVATAR_BYTES, AVATAR_PIXELS, AVATAR_SIZE } from './profile-rules.ts'

/** A square, cropped from the middle. */
export const AVATAR_FORM: PictureForm = {
  maxBytes: AVATAR_BYTES,
  maxPixels: AVATAR_PIXELS,
  resize: { width: AVATAR_SIZE, height: AVATAR_SIZE, fit: 'cover' },
}
