import type { Configuration } from 'openid-client'
import { z } from 'zod/mini'
import { config } from '../../server/process/config.server.ts'
import { log } from '../../server/process/log.server.ts'
import type { GoogleFailure } from '../account-rules.ts'

/** How long the issuer's metadata is cached, in ms. */
const KNOWN_MS = 3_600_000
const TIMEOUT_S = 5

type Oidc = typeof import('openid-client')
type Issuer = Awaited<ReturnType<typeof discover>>

const known = { issuer: null as Promise<Issuer> | null, until: 0 }

/**
 * Returns the issuer. Returns null if its settings are missing or it does not respond. After a failure, the next call
 * tries again.
 */
export async function findIssuer(): Promise<Issuer | null> {
  const { google } = config()
  if (!google) return null
  if (!known.issuer || Date.now() > known.until) {
    known.until = Date.now() + KNOWN_MS
    known.issuer = discover(google)
  }
  try {
    return await known.issuer
  } catch (error) {
    known.issuer = null
    log().warn({ err: error }, 'The issuer of Google sign-ins does not answer')
    return null
  }
}

/** Loads the library on first use, since most processes never need it. */
async function discover({ issuer, clientId, clientSecret }: NonNullable<ReturnType<typeof config>['google']>) {
  const oidc = await import('openid-client')
  const isPlain = issuer.startsWith('http:')
  const found = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    // Without the first option, the library skips the signature check of ID tokens that come directly from the issuer.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  })
  return {
    begin: (callback: URL) => begin(oidc, found, callback),
    finish: (callback: URL, expected: Expected) => finish(oidc, found, callback, expected),
  }
}

async function begin(oidc: Oidc, found: Configuration, callback: URL) {
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const address = oidc.buildAuthorizationUrl(found, {
    redirect_uri: callback.href,
    scope: 'openid email profile',
    prompt: 'select_account',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { state, nonce, verifier, address: address.href }
}

type Expected = { state: string; nonce: string; verifier: string }

/** The person that the issuer identified. `name` is not validated. */
export type GooglePerson = { sub: string; email: string; name?: unknown }

/** Accepts only an address that the issuer has confirmed, since no other address may find or create a player. */
const personRule = z.object({
  sub: z.string(),
  email: z.string().check(z.toLowerCase()),
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.optional(z.unknown()),
})

/** Exchanges the authorization code, and checks the ID token: signature, issuer, audience, expiry, nonce. */
async function finish(
  oidc: Oidc,
  found: Configuration,
  callback: URL,
  { state, nonce, verifier }: Expected,
): Promise<GooglePerson | GoogleFailure> {
  try {
    const tokens = await oidc.authorizationCodeGrant(found, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    return personRule.safeParse(tokens.claims()).data ?? 'google-address'
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied') return 'google-denied'
    // Logs only these fields, since other parts of the error may contain addresses.
    const { message, cause } = error as Error & { cause?: { message?: string } }
    const detail = error instanceof oidc.ResponseBodyError ? error.error : cause?.message
    log().warn({ why: message, detail }, 'A sign-in with Google has failed')
    return 'google'
  }
}
