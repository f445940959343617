import { z } from 'zod/mini'
import { secret } from '../../forms/read-form.ts'
import { bounded, lineRule } from '../../lib/text-rules.ts'
import { passwordRule, USERNAME_MAX, usernameRule } from '../account-rules.ts'

/**
 * What players can change in their account, with limits and messages, for forms and actions
 * (docs/product.md#names-and-passwords).
 */

export const FULL_NAME_MAX = 60

export const PROFILE_DONE = 'Profile updated!'
export const PROFILE_FAILED = 'Error updating profile'
export const EMAIL_FIXED = 'Email cannot be changed'
export const SHOWS_WISHLIST = 'Show my wishlist on my profile'
export const SHOWS_MOST_PLAYED = 'Show the games I play most on my profile'
export const WANTS_MAIL = 'Email me about new notifications, at most once a day'

export const PASSWORD_WRONG = 'That is not your current password'
export const PASSWORD_DONE = 'Password changed'
export const PASSWORD_FAILED = 'Your password was not changed'

export const NAME_DIFFERS = 'That is not your username'
export const DELETE_FAILED = 'Your account was not deleted'

const MISSING = 'Please enter your current password'

/** A checkbox. Forms omit unchecked ones. */
const box = z.pipe(
  z.optional(z.string()),
  z.transform((text) => text !== undefined),
)

export const profileRules = z.object({
  username: usernameRule,
  showsWishlist: box,
  showsMostPlayed: box,
  /** Whether to send notification e-mails (docs/product.md#notification-mail). */
  wantsMail: box,
  fullName: z._default(lineRule('Full name', FULL_NAME_MAX), ''),
})

/** The length is limited, since the text is hashed. No player has a longer password. */
const currentPassword = secret(z.string(MISSING).check(z.minLength(1, MISSING), z.maxLength(1000, PASSWORD_WRONG)))

export const passwordChangeRules = z.object({ current: currentPassword, password: passwordRule })

/** The current password; omitted by players who have no password. */
const ownPassword = secret(z.optional(z.string().check(z.maxLength(1000, PASSWORD_WRONG))))

export const sessionEndRules = z.object({ current: ownPassword })

export const deletionRules = z.object({
  username: z
    .string('Please type your username')
    .check(bounded(USERNAME_MAX, NAME_DIFFERS), z.trim(), z.minLength(1, 'Please type your username')),
  current: ownPassword,
})

/** Limits and messages for profile pictures, for the form and the action (docs/safety.md#uploads). */
export const AVATAR_BYTES = 2 << 20
export const AVATAR_PIXELS = 16_700_000
/** Width and height of the stored picture, in pixels. */
export const AVATAR_SIZE = 256
export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export const AVATAR_MESSAGES = {
  missing: 'You must select an image to upload.',
  large: 'That picture is larger than 2 MB. Please choose a smaller one.',
  pixels: 'That picture has too many pixels. Please choose one of at most 4,000 by 4,000.',
  type: 'That is not a picture we can read. Please choose a JPEG, PNG, WebP or GIF file.',
  broken: 'That picture is damaged and cannot be read. Please choose another one.',
  busy: 'Many pictures are being uploaded right now. Please try again in a moment.',
  down: 'Error uploading avatar: pictures cannot be stored right now. Please try again later.',
  failed: 'Error uploading avatar. Please try again in a moment.',
  done: 'Profile picture updated!',
  removed: 'Profile picture removed.',
} as const
