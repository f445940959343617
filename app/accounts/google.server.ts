import { nextPath } from './next-path.ts'
import { config } from '../server/config.server.ts'
import { log } from '../server/log.server.ts'
import { authOptions, knownHeaders, SUSPENDED } from './auth.server.ts'
import type { GoogleFailure } from './account-rules.ts'

/** Sign-in with Google, or another OpenID issuer in its place (docs/product.md, Accounts). */

/** Google's addresses are asked for anew after this long. */
const KNOWN_MS = 3_600_000
const PATIENCE_MS = 5000

type GoogleAuth = Awaited<ReturnType<typeof makeGoogleAuth>>

const known = { auth: null as Promise<GoogleAuth> | null, until: 0 }

/**
 * Begins to sign in; gives the address at the issuer to go to and the cookies that bind its answer to this browser. Null
 * where there are no settings, or the issuer does not answer.
 */
export async function beginGoogle(next: string): Promise<{ url: string; cookies: string[] } | null> {
  const auth = await findGoogleAuth()
  if (!auth) return null
  const { headers, response } = await auth.api.signInSocial({
    body: {
      provider: 'google',
      callbackURL: next,
      errorCallbackURL: '/login',
      disableRedirect: true,
    },
    returnHeaders: true,
  })
  return response.url ? { url: response.url, cookies: headers.getSetCookie() } : null
}

/** `suspended` is a suspension as `writeSuspension` wrote it. */
export type GoogleAnswer = { next: string; cookies: string[] } | { failure: GoogleFailure } | { suspended: string }

/**
 * Reads the issuer's answer: signs in, or makes an account, or links one of the same address that both sides confirmed. It
 * counts once and in the browser that began (`beginGoogle`, which is counted), so that a broken one costs nobody anything.
 */
export async function finishGoogle(request: Request): Promise<GoogleAnswer> {
  const auth = await findGoogleAuth()
  if (!auth) return { failure: 'google' }
  const headers = knownHeaders(request)
  headers.set('cookie', request.headers.get('cookie') ?? '')
  const { search } = new URL(request.url)
  const answer = await auth.handler(
    new Request(new URL(`/api/auth/callback/google${search}`, config().siteUrl), { headers }),
  )
  const target = new URL(answer.headers.get('location') ?? '/login?error=none', config().siteUrl)
  const cookies = answer.headers.getSetCookie()
  // Nobody asks to go on to the sign-in page (`nextPath`): it stands for failures alone.
  if (target.pathname !== '/login') return { next: nextPath(target.pathname + target.search + target.hash), cookies }
  const error = target.searchParams.get('error')
  if (error === SUSPENDED) return { suspended: target.searchParams.get('error_description') ?? '' }
  if (error === 'access_denied') return { failure: 'google-denied' }
  if (error === 'email_not_found') return { failure: 'google-address' }
  return { failure: error === 'account_not_linked' ? 'google-unconfirmed' : 'google' }
}

/** better-auth with the issuer's addresses; an issuer that was down is asked again at the next try. */
async function findGoogleAuth(): Promise<GoogleAuth | null> {
  if (!config().google) return null
  if (!known.auth || Date.now() > known.until) {
    known.until = Date.now() + KNOWN_MS
    known.auth = discover()
  }
  try {
    return await known.auth
  } catch (error) {
    known.auth = null
    log().warn({ err: error }, 'The issuer of Google sign-ins does not answer')
    return null
  }
}

async function discover(): Promise<GoogleAuth> {
  const address = discoveryAddress()
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok) throw new Error(`The discovery document answers ${answer.status}`)
  const { issuer } = (await answer.json()) as { issuer?: unknown }
  if (issuer !== config().google?.issuer)
    throw new Error(`The discovery document is of another issuer: ${String(issuer)}`)
  const auth = await makeGoogleAuth()
  const { socialProviders } = await auth.$context
  if (!socialProviders.some(({ id }) => id === 'google')) throw new Error('The discovery document is not usable')
  return auth
}

/**
 * Beside the one for passwords and not in it: it asks the issuer for its addresses before it does anything, and signing in
 * with a password must not wait for that.
 */
async function makeGoogleAuth() {
  const [{ betterAuth }, { genericOAuth }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/plugins/generic-oauth'),
  ])
  const { clientId, clientSecret } = config().google as NonNullable<ReturnType<typeof config>['google']>
  const google = {
    providerId: 'google',
    discoveryUrl: discoveryAddress(),
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'select_account' as const,
    requireIdTokenVerification: true,
    // Pictures are keys of files of ours, so that no third party is asked when a page is shown.
    mapProfileToUser: (profile: Record<string, unknown>) => ({
      name: plainName(profile.name),
      image: undefined,
      // One that the issuer has not confirmed is as good as none: it finds no player and makes none.
      email: isConfirmed(profile) ? (profile.email as string) : undefined,
      emailVerified: isConfirmed(profile),
    }),
  }
  return betterAuth({
    ...(await authOptions()),
    onAPIError: { errorURL: '/login' },
    plugins: [genericOAuth({ config: [google] })],
  })
}

function discoveryAddress(): string {
  return `${config().google?.issuer}/.well-known/openid-configuration`
}

function isConfirmed({ email, email_verified }: Record<string, unknown>): boolean {
  return typeof email === 'string' && (email_verified === true || email_verified === 'true')
}

function plainName(name: unknown): string {
  if (typeof name !== 'string') return ''
  return Array.from(
    name
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim(),
  )
    .slice(0, 60)
    .join('')
}
