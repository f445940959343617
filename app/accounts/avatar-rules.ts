/** What may be a profile picture, and what is said where one may not; for the form and for the action (docs/safety.md, Uploads). */
export const AVATAR_BYTES = 2 << 20
export const AVATAR_PIXELS = 16_700_000
/** The stored picture is a square of this many pixels. */
export const AVATAR_SIZE = 256
export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export const AVATAR_MESSAGES = {
  missing: 'You must select an image to upload.',
  large: 'That picture is larger than 2 MB. Please choose a smaller one.',
  pixels: 'That picture has too many pixels. Please choose one of at most 4,000 by 4,000.',
  type: 'That is not a picture we can read. Please choose a JPEG, PNG, WebP or GIF file.',
  broken: 'That picture is damaged and cannot be read. Please choose another one.',
  busy: 'Many pictures are being uploaded just now. Please try again in a moment.',
  down: 'Error uploading avatar: pictures cannot be stored just now. Please try again later.',
  failed: 'Error uploading avatar. Please try again in a moment.',
  done: 'Profile picture updated!',
  removed: 'Profile picture removed.',
} as const
