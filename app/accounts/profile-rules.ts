import { z } from 'zod/mini'
import { secret } from '../forms/read-form.ts'
import { bounded, lineRule } from '../lib/text-rules.ts'
import { passwordRule, USERNAME_MAX, usernameRule } from './account-rules.ts'

/** What a player may change of the account, its limits and messages; for forms and actions (docs/product.md, Accounts). */

export const FULL_NAME_MAX = 60

export const PROFILE_DONE = 'Profile updated!'
export const PROFILE_FAILED = 'Error updating profile'
export const EMAIL_FIXED = 'Email cannot be changed'
export const SHOWS_WISHLIST = 'Show my wishlist on my profile'
export const SHOWS_MOST_PLAYED = 'Show the games I play most on my profile'
export const WANTS_MAIL = 'Send me a mail when there is news, at most once a day'

export const PASSWORD_WRONG = 'That is not your current password'
export const PASSWORD_DONE = 'Password changed'
export const PASSWORD_FAILED = 'Your password was not changed'

export const NAME_DIFFERS = 'That is not your username'
export const DELETE_FAILED = 'Your account was not deleted'

const MISSING = 'Please enter your current password'

/** A box to tick: a form leaves out what is not ticked. */
const box = z.pipe(
  z.optional(z.string()),
  z.transform((text) => text !== undefined),
)

export const profileRules = z.object({
  username: usernameRule,
  /** Whether others see the wishlist on the profile. */
  showsWishlist: box,
  /** Whether others see the most played games on the profile. */
  showsMostPlayed: box,
  /** Whether news come by mail (docs/product.md, Community). */
  wantsMail: box,
  fullName: z._default(lineRule('Full name', FULL_NAME_MAX), ''),
})

/** Bounded, since it is hashed; what is too long is no password of anybody's. */
const currentPassword = secret(z.string(MISSING).check(z.minLength(1, MISSING), z.maxLength(1000, PASSWORD_WRONG)))

export const passwordChangeRules = z.object({ current: currentPassword, password: passwordRule })

/** The current password, where the player has one. */
const ownPassword = secret(z.optional(z.string().check(z.maxLength(1000, PASSWORD_WRONG))))

export const sessionEndRules = z.object({ current: ownPassword })

export const deletionRules = z.object({
  username: z
    .string('Please type your username')
    .check(bounded(USERNAME_MAX, NAME_DIFFERS), z.trim(), z.minLength(1, 'Please type your username')),
  current: ownPassword,
})
