/** What the sign-in page says when signing in with Google failed, by `?failed=` (docs/product.md, Accounts). */
export const GOOGLE_FAILURES = {
  google: 'Failed to log in with Google',
  'google-denied': 'Failed to log in with Google: you did not allow it',
  'google-address': 'Failed to log in with Google: Google has not confirmed your address',
  'google-unconfirmed':
    'Failed to log in with Google: an account with this address exists, and its address is not confirmed. Sign in with its password, or choose a new one',
}

export type GoogleFailure = keyof typeof GOOGLE_FAILURES
