import type { BetterAuthOptions } from 'better-auth/minimal'
import { database } from '../db/connection.server.ts'
import { credentials, players, sessions, verifications } from '../db/schema/accounts.server.ts'
import { config } from '../server/config.server.ts'
import { log } from '../server/log.server.ts'
import { authSecret } from '../server/secret.server.ts'
import { cookieName } from '../server/cookies.server.ts'
import { SESSION_S } from '../server/session.server.ts'
import { PASSWORD_MAX, type Suspension } from './account-rules.ts'
import { hashPassword } from './passwords.server.ts'
import { isNameRefused } from './refused-names.server.ts'
import { writeSuspension } from './suspension-note.server.ts'
import { endIfSuspended, findSuspension } from './suspension.server.ts'
import { findFreeUsername } from './usernames.server.ts'
import { endIfPasswordChanged, verifyForSignIn } from './verified-password.server.ts'

/**
 * better-auth on our tables: passwords and sessions. Its own pages, limits, mails and endpoints stay off: our actions call
 * it, check where a request comes from, count attempts and send mails (docs/decisions/008-sign-in.md).
 */
export function auth() {
  made ??= makeAuth()
  return made
}

let made: ReturnType<typeof makeAuth> | undefined

/** Loaded when it is first needed: it is large, and the site's address is not known before the portal listens. */
async function makeAuth() {
  const { betterAuth } = await import('better-auth/minimal')
  return betterAuth(await authOptions())
}

/** The settings of better-auth, for passwords and for Google alike. */
export async function authOptions() {
  const { drizzleAdapter } = await import('better-auth/adapters/drizzle')
  const { siteUrl, siteName, smtp } = config()
  const isSecure = siteUrl.startsWith('https:')
  return {
    appName: siteName,
    baseURL: siteUrl,
    basePath: '/api/auth',
    secret: authSecret(),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      // What it logs beside its message may hold addresses.
      log: (_level, message) => log().warn({ from: 'better-auth' }, message),
    },
    database: drizzleAdapter(database(), {
      provider: 'pg',
      schema: { user: players, session: sessions, account: credentials, verification: verifications },
    }),
    user: {
      fields: { name: 'fullName', image: 'avatar' },
      additionalFields: {
        // Filled in below for who comes from Google.
        username: { type: 'string', required: false },
        role: { type: 'string', required: false, input: false, defaultValue: 'player' },
      },
    },
    session: { fields: { userId: 'playerId' }, expiresIn: SESSION_S, cookieCache: { enabled: false } },
    account: {
      fields: { userId: 'playerId' },
      updateAccountOnSignIn: false,
      // Of two accounts with one address both must have proven that it is theirs.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: smtp !== null,
      autoSignIn: false,
      minPasswordLength: 1,
      // Counted in halves of letters there; account-rules.ts has the limits.
      maxPasswordLength: 2 * PASSWORD_MAX,
      password: { hash: hashPassword, verify: verifyForSignIn },
    },
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            const given = (user as { username?: string | null }).username
            const name = (await isNameRefused(user.name)) ? '' : user.name
            return { data: { ...user, name, username: given ?? (await findFreeUsername(name || user.email)) } }
          },
        },
      },
      account: {
        create: {
          // They open the player's account elsewhere, and we do nothing there.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
          }),
        },
      },
      session: {
        create: {
          // Whichever way somebody comes, a session begins here.
          async before(session) {
            await refuseSuspended(await findSuspension(session.userId))
            return { data: { ...session, ipAddress: null, userAgent: plainLine(session.userAgent) } }
          },
          async after({ id, userId }) {
            await refuseSuspended(await endIfSuspended({ id, playerId: userId }))
            if (await endIfPasswordChanged({ id, playerId: userId })) await refusePassword()
          },
        },
      },
    },
    advanced: {
      cookiePrefix: isSecure ? '__Host-playhall' : 'playhall',
      // Else it puts `__Secure-` before names.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
      cookies: { session_token: { name: cookieName('session') } },
      database: { generateId: 'uuid' },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: ['x-client-ip'], disableIpTracking: true },
    },
  } satisfies BetterAuthOptions
}

/** The code of the answer to a suspended player; its message is the suspension (`readSuspension`). */
export const SUSPENDED = 'suspended'

/** better-auth's code for an unknown address or a wrong password. */
export const WRONG_PASSWORD = 'INVALID_EMAIL_OR_PASSWORD'

async function refuseSuspended(suspension: Suspension | null): Promise<void> {
  if (!suspension) return
  const { APIError } = await import('better-auth/api')
  throw new APIError('FORBIDDEN', { code: SUSPENDED, message: writeSuspension(suspension) })
}

/** The answer to a wrong password. */
async function refusePassword(): Promise<never> {
  const { APIError } = await import('better-auth/api')
  throw new APIError('UNAUTHORIZED', { code: WRONG_PASSWORD, message: 'Invalid email or password' })
}

/** What better-auth may know of a request that our own layers have checked. */
export function knownHeaders(request: Request): Headers {
  return new Headers({ 'user-agent': request.headers.get('user-agent') ?? '' })
}

/** The code and the message of an answer that is no success; throws on what is another error. */
export function refusalOf(error: unknown): { code: string; message: string } {
  const { code, message } = (error as { body?: { code?: unknown; message?: unknown } }).body ?? {}
  if (typeof code !== 'string') throw error
  return { code, message: String(message) }
}

function plainLine(text: string | null | undefined): string | null {
  return text?.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 300) || null
}
