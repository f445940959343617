import { z } from 'zod/mini'
import { secret } from '../forms/read-form.ts'
import { lengthOf } from '../lib/text.ts'
import { bounded } from '../lib/text-rules.ts'
import { formatMoment } from '../lib/dates.ts'

/** Fields of accounts, their limits and messages (docs/product.md#names-and-passwords). Shared by forms and actions. */

export const USERNAME_MAX = 30
export const PASSWORD_MAX = 128
export const EMAIL_MAX = 254

export const USERNAME_TAKEN = 'This username is taken'
export const NAME_REFUSED = 'Please choose another name'
export const PASSWORD_WEAK = 'This password is easy to guess. Please choose another, for example several words'
const TOO_LONG = `Username must be at most ${USERNAME_MAX} characters`
const TOO_SHORT = 'Username must be at least 3 characters'
const PASSWORD_LONG = `Password must be at most ${PASSWORD_MAX} characters`
export const EMAIL_WRONG = 'Please enter a valid email address'

export const usernameRule = z.string(TOO_SHORT).check(
  bounded(USERNAME_MAX, TOO_LONG),
  z.trim(),
  z.normalize('NFC'),
  z.minLength(3, { error: TOO_SHORT, abort: true }),
  z.maxLength(USERNAME_MAX, { error: TOO_LONG, abort: true }),
  z.regex(/^[A-Za-z0-9_.-]+$/, 'Username may only contain letters, digits, _ . and -'),
  // The router would treat the profile's URL as a data request.
  z.regex(/^(?!.*\.data$)/i, 'Username may not end in .data'),
)

/** Converted to lower case, since addresses are compared without regard to case. */
export const emailRule = z.string(EMAIL_WRONG).check(
  bounded(EMAIL_MAX, EMAIL_WRONG),
  z.trim(),
  z.normalize('NFC'),
  z.toLowerCase(),
  z.maxLength(EMAIL_MAX, { error: EMAIL_WRONG, abort: true }),
  // Rejects control and format characters even in a valid address, since a mail server would cut the line there.
  z.regex(/^[^\p{Cc}\p{Cf}]*$/u, { error: EMAIL_WRONG, abort: true }),
  z.email(EMAIL_WRONG),
)

/** Not trimmed. Normalised to NFC, so that the password is the same from every keyboard. */
export const passwordRule = secret(
  z.string('Password must be at least 6 characters').check(
    bounded(PASSWORD_MAX, PASSWORD_LONG),
    z.normalize('NFC'),
    z.refine((text) => lengthOf(text) >= 6, { error: 'Password must be at least 6 characters', abort: true }),
    z.refine((text) => lengthOf(text) <= PASSWORD_MAX, PASSWORD_LONG),
  ),
)

export const signInRules = z.object({ email: emailRule, password: passwordRule })

export const signUpRules = z.object({
  /** If omitted, the account gets a random name. */
  username: z.optional(usernameRule),
  email: emailRule,
  password: passwordRule,
  terms: z.literal('on', 'You must agree to the terms and conditions'),
})

export const forgotRules = z.object({ email: emailRule })

export const resetRules = z.object({ password: passwordRule })

/** Returns `user_` and 8 random characters. */
export function randomUsername(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return `user_${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % 32]).join('')}`
}

/** Messages of the sign-in page after a failed Google sign-in, by `?failed=` (docs/product.md#signing-up-and-in). */
export const GOOGLE_FAILURES = {
  google: 'Failed to log in with Google',
  'google-denied': 'Failed to log in with Google: you did not allow it',
  'google-address': 'Failed to log in with Google: Google has not confirmed your address',
  'google-unconfirmed':
    'Failed to log in with Google: an account with this address exists, but the address is not confirmed. ' +
    'Sign in with its password, or choose a new one',
}

export type GoogleFailure = keyof typeof GOOGLE_FAILURES

export type Suspension = { until: Date; why: string }

/** Returns the message for a suspended player. Show it only after the right password or another proof of ownership. */
export function suspensionMessage({ until, why }: Suspension): string {
  return `This account is suspended until ${formatMoment(until)}: ${why}`
}
