import { AD_SLOTS, type AdSettings } from '../../site/ad-places.ts'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { remember } from '../../lib/remember.ts'

/** All settings (listed in README.md), parsed once. No other module reads `process.env`. */
export type Config = ReturnType<typeof parseConfig>

/** Thrown for a setting that prevents startup. The message is one line that names the setting. */
export class SettingError extends Error {
  override name = 'SettingError'
}

const httpOrigin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .refine((text) => {
    // An earlier check already rejects text that is not a URL.
    const url = URL.parse(text)
    return !url || url.href === `${url.origin}/`
  }, 'must be an origin, without a path')
  .transform((text) => new URL(text).origin)

const httpAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((text) => text.replace(/\/+$/, ''))

const postgresAddress = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional()

/** The ad network's units by ad slot, such as `home-row=1234567890, blog-end=…`. */
const adUnits = z.string().transform((text, context) => {
  const units: AdSettings['units'] = {}
  for (const pair of text.split(',')) {
    const [, slot, unit] = /^\s*([a-z-]+)\s*=\s*(\w{1,32})\s*$/.exec(pair) ?? []
    const known = AD_SLOTS.find((one) => one === slot)
    if (known) units[known] = unit
    else context.addIssue({ code: 'custom', message: `must be slot=unit pairs, of ${AD_SLOTS.join(', ')}` })
  }
  return units
})

/**
 * Hosts from which AdSense's script loads further scripts. Wildcards are not allowed, since every matching host could
 * run scripts on our pages.
 */
const AD_HOSTS = [
  'pagead2.googlesyndication.com',
  'tpc.googlesyndication.com',
  'googleads.g.doubleclick.net',
  'securepubads.g.doubleclick.net',
  'www.googletagservices.com',
  'partner.googleadservices.com',
  'ep1.adtrafficquality.google',
  'ep2.adtrafficquality.google',
  'fundingchoicesmessages.google.com',
]

const adHosts = z.string().transform((text, context) => {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  if (hosts.some((host) => !/^(?!-)[a-z\d-]+(\.[a-z\d-]+)+(:\d{1,5})?$/.test(host)))
    context.addIssue({ code: 'custom', message: 'must be exact host names, separated by commas, without wildcards' })
  return hosts
})

/** Settings of earlier releases. They are ignored, so that an upgraded portal starts with an old `.env`. */
const REMOVED = ['DATABASE_REPLICA_URL']

const schema = z
  .object({
    PORT: z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(0, 'must be 0 to 65535')
      .max(65535, 'must be 0 to 65535')
      .default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:%-]+$/, 'must be an address or the name of a host')
      .default('127.0.0.1'),
    SITE_URL: httpOrigin.optional(),
    SITE_NAME: z
      .string()
      .max(40, 'must have at most 40 characters')
      .regex(/^\P{Cc}*$/u, 'must be one line')
      .default('Playhall'),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((folder) => path.resolve(folder)),
    DATABASE_URL: postgresAddress,
    DATABASE_DIRECT_URL: postgresAddress,
    AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    S3_ENDPOINT: httpAddress.optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().default('auto'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// address with a host' })
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u,
        'must be an address, or a name and <an address>',
      )
      .optional(),
    CONTACT_EMAIL: z
      .string()
      .regex(/^[^<>@\s,;:"\p{Cc}]+@[^<>@\s,;:"\p{Cc}]+$/u, 'must be an address')
      .optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_ISSUER: httpAddress.default('https://accounts.google.com'),
    ADS_CLIENT: z
      .string()
      .regex(/^[\w-]{3,64}$/, 'must be a publisher id, like ca-pub-1234567890123456')
      .optional(),
    ADS_UNITS: adUnits.optional(),
    ADS_HOSTS: adHosts.default(AD_HOSTS),
    ADS_SCRIPT: httpAddress.default('https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'),
    STRUCTURED_RATING: z.enum(['votes', 'fixed', 'off'], 'must be votes, fixed or off').default('votes'),
    TRUST_PROXY: z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(0, 'must be 0 to 10')
      .max(10, 'must be 0 to 10')
      .default(0),
    HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('off'),
    LOCAL_FEEDS: z.enum(['on', 'off'], 'must be on or off').default('off'),
    READYZ_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
      .default('info'),
  })
  .refine((s) => !s.DATABASE_DIRECT_URL || s.DATABASE_URL, {
    path: ['DATABASE_DIRECT_URL'],
    error: 'needs DATABASE_URL',
  })
  .refine((s) => !s.DATABASE_URL || s.AUTH_SECRET, { path: ['AUTH_SECRET'], error: 'is required with DATABASE_URL' })
  .refine((s) => !s.GOOGLE_CLIENT_ID || s.GOOGLE_CLIENT_SECRET, {
    path: ['GOOGLE_CLIENT_SECRET'],
    error: 'is required with GOOGLE_CLIENT_ID',
  })
  .refine((s) => !s.GOOGLE_CLIENT_SECRET || s.GOOGLE_CLIENT_ID, {
    path: ['GOOGLE_CLIENT_ID'],
    error: 'is required with GOOGLE_CLIENT_SECRET',
  })
  .refine((s) => !s.ADS_UNITS || s.ADS_CLIENT, { path: ['ADS_UNITS'], error: 'needs ADS_CLIENT' })
  .refine((s) => !s.SMTP_URL || s.MAIL_FROM, { path: ['MAIL_FROM'], error: 'is required with SMTP_URL' })
  .superRefine((s, context) => {
    const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
    if (!s.S3_ENDPOINT) {
      if (s.S3_BUCKET)
        context.addIssue({ code: 'custom', path: ['S3_ENDPOINT'], message: 'is required with S3_BUCKET' })
      return
    }
    const missing = names.find((name) => !s[name])
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'is required with S3_ENDPOINT' })
  })

/** Parses the settings. Treats empty values as unset. Throws a SettingError that names the first invalid setting. */
export function parseConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const s = parsed.data
  return {
    port: s.PORT,
    host: s.HOST,
    siteUrl: s.SITE_URL ?? `http://localhost:${s.PORT}`,
    siteUrlIsSet: Boolean(s.SITE_URL),
    siteName: s.SITE_NAME,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    /** The same database without a pooler in transaction mode, for LISTEN, locks, migrations, jobs and commands. */
    databaseDirectUrl: s.DATABASE_DIRECT_URL ?? s.DATABASE_URL,
    authSecret: s.AUTH_SECRET,
    /** Null if files are stored in DATA_DIR. */
    s3: s.S3_ENDPOINT
      ? {
          endpoint: s.S3_ENDPOINT,
          bucket: s.S3_BUCKET as string,
          region: s.S3_REGION,
          accessKeyId: s.S3_ACCESS_KEY_ID as string,
          secretAccessKey: s.S3_SECRET_ACCESS_KEY as string,
        }
      : null,
    /** Null if emails are written to DATA_DIR/outbox. */
    smtp: s.SMTP_URL ? { url: s.SMTP_URL } : null,
    mailFrom: s.MAIL_FROM ?? `${s.SITE_NAME} <no-reply@localhost>`,
    /** The address that receives messages to the operators; null if it is not set. */
    contactEmail: s.CONTACT_EMAIL ?? null,
    /** Null if sign-in with Google is not available. */
    google:
      s.GOOGLE_CLIENT_ID && s.GOOGLE_CLIENT_SECRET
        ? { clientId: s.GOOGLE_CLIENT_ID, clientSecret: s.GOOGLE_CLIENT_SECRET, issuer: s.GOOGLE_ISSUER }
        : null,
    /** Null if there are no ads and no ad slots. */
    ads: s.ADS_CLIENT
      ? { client: s.ADS_CLIENT, units: s.ADS_UNITS ?? {}, script: s.ADS_SCRIPT, hosts: s.ADS_HOSTS }
      : null,
    structuredRating: s.STRUCTURED_RATING,
    trustProxy: s.TRUST_PROXY,
    hstsSubdomains: s.HSTS_SUBDOMAINS === 'on',
    /** Whether feeds, games and pictures may be on loopback hosts. Only for tests and trial portals. */
    localFeeds: s.LOCAL_FEEDS === 'on',
    /** Null if only this machine may read the details of `/readyz`. */
    readyzToken: s.READYZ_TOKEN ?? null,
    logLevel: s.LOG_LEVEL,
    /** Names of settings that are set but have no effect in this release. */
    ignored: REMOVED.filter((name) => given[name]),
  }
}

/**
 * Returns this process's settings. They come from the environment and from the file that ENV_FILE names (default
 * `.env`; `none` for no file). Throws a SettingError for an invalid setting, or if the file cannot be read. Only the
 * default file may be missing.
 */
export function config(): Config {
  return remember('config', () => {
    loadEnvFile(process.env.ENV_FILE?.trim())
    return parseConfig(process.env)
  })
}

function loadEnvFile(named: string | undefined): void {
  if (named === 'none' || (!named && !existsSync('.env'))) return
  const file = named || '.env'
  try {
    // The environment takes precedence.
    for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) process.env[name] ??= value
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new SettingError(`${named ? `ENV_FILE names ${file}, which` : file} cannot be read (${reason})`, {
      cause: error,
    })
  }
}
