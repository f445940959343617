import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { config, parseConfig, SettingError } from './config.server.ts'
import { googleWarning } from './greeting.server.ts'

const SECRET = 's'.repeat(32)
const DATABASE = { DATABASE_URL: 'postgres://localhost/playhall', AUTH_SECRET: SECRET }
const S3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
}

const NONSENSE: [name: string, values: string[], also?: Record<string, string>][] = [
  ['PORT', ['foo', '-1', '65536', '3.5', '3000x', 'Infinity', 'NaN']],
  ['HOST', ['a b', 'http://localhost', 'local\nhost', '[::1]']],
  ['SITE_URL', ['foo', 'playhall.example', 'ftp://playhall.example', 'https://', '//playhall.example']],
  ['SITE_URL', ['https://playhall.example/games', 'https://playhall.example/?a', 'https://playhall.example/#a']],
  ['SITE_URL', ['https://user:secret@playhall.example', 'javascript:alert(1)', 'https://play hall.example']],
  ['SITE_NAME', ['x'.repeat(41), 'Play\nhall', 'Play\u001B[31m']],
  ['DATABASE_URL', ['foo', 'mysql://localhost/playhall', 'localhost:5432/playhall'], { AUTH_SECRET: SECRET }],
  ['DATABASE_DIRECT_URL', ['foo', 'http://localhost'], DATABASE],
  ['DATABASE_DIRECT_URL', ['postgres://localhost/playhall']],
  ['AUTH_SECRET', ['foo', 's'.repeat(31)]],
  ['AUTH_SECRET', ['', '  '], DATABASE],
  ['S3_ENDPOINT', ['foo', 'ftp://s3.example'], S3],
  ['S3_BUCKET', [''], S3],
  ['S3_SECRET_ACCESS_KEY', [''], S3],
  ['S3_ENDPOINT', [''], { S3_BUCKET: 'files' }],
  [
    'SMTP_URL',
    ['foo', 'smtp://', 'smtps:///', 'smtp:mail', 'https://mail.example', 'mail.example:25'],
    { MAIL_FROM: 'a@mail.example' },
  ],
  ['MAIL_FROM', ['foo', 'Name a@mail.example', 'a@mail.example\nBcc: b@mail.example']],
  ['MAIL_FROM', [''], { SMTP_URL: 'smtp://mail.example' }],
  ['CONTACT_EMAIL', ['foo', 'Help <help@mail.example>', 'a@mail.example, b@mail.example', 'a@mail.example\nBcc: b']],
  ['GOOGLE_CLIENT_ID', [''], { GOOGLE_CLIENT_SECRET: 'secret' }],
  ['GOOGLE_CLIENT_SECRET', [''], { GOOGLE_CLIENT_ID: 'id' }],
  ['GOOGLE_ISSUER', ['foo', 'accounts.google.com']],
  ['ADS_CLIENT', ['x', 'ca pub', '"><script>']],
  ['ADS_UNITS', ['foo', 'footer=1', 'home-row=a b'], { ADS_CLIENT: 'ca-pub-1' }],
  ['ADS_UNITS', ['home-row=1']],
  [
    'ADS_HOSTS',
    ['*.google.com', 'https://a.example', 'a.example; script-src *', 'localhost'],
    { ADS_CLIENT: 'ca-pub-1' },
  ],
  ['ADS_SCRIPT', ['foo', 'javascript:alert(1)']],
  ['STRUCTURED_RATING', ['foo', 'Votes', 'on']],
  ['TRUST_PROXY', ['foo', '-1', '11', '1.5', 'true']],
  ['HSTS_SUBDOMAINS', ['foo', 'true', 'ON']],
  ['LOCAL_FEEDS', ['foo', 'true', 'ON']],
  ['READYZ_TOKEN', ['short', 'fifteen letters']],
  ['LOG_LEVEL', ['foo', 'INFO', 'fatal']],
]

test.each(NONSENSE.flatMap(([name, values, also]) => values.map((value) => ({ name, value, also }))))(
  '$name=$value is refused with one line that begins with its name',
  ({ name, value, also }) => {
    let refused: unknown
    try {
      parseConfig({ ...also, [name]: value })
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(SettingError)
    expect((refused as SettingError).message).toMatch(new RegExp(`^${name} (must|needs|is) [^\\n{}]+$`))
  },
)

test.each([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65535 }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['HOST', '::1', { host: '::1' }],
  ['HOST', 'play-hall.example', { host: 'play-hall.example' }],
  ['SITE_URL', 'https://playhall.example', { siteUrl: 'https://playhall.example', siteUrlIsSet: true }],
  ['SITE_URL', 'HTTP://Playhall.Example:80/', { siteUrl: 'http://playhall.example', siteUrlIsSet: true }],
  ['SITE_NAME', 'x'.repeat(40), { siteName: 'x'.repeat(40) }],
  ['DATA_DIR', 'data', { dataDir: path.resolve('data') }],
  ['DATA_DIR', '/srv/playhall', { dataDir: '/srv/playhall' }],
  ['AUTH_SECRET', SECRET, { authSecret: SECRET }],
  ['MAIL_FROM', 'Play Hall <no-reply@playhall.example>', { mailFrom: 'Play Hall <no-reply@playhall.example>' }],
  ['CONTACT_EMAIL', 'help@playhall.example', { contactEmail: 'help@playhall.example' }],
  ['STRUCTURED_RATING', 'off', { structuredRating: 'off' }],
  ['TRUST_PROXY', '0', { trustProxy: 0 }],
  ['TRUST_PROXY', '10', { trustProxy: 10 }],
  ['HSTS_SUBDOMAINS', 'on', { hstsSubdomains: true }],
  ['LOCAL_FEEDS', 'on', { localFeeds: true }],
  ['READYZ_TOKEN', 'sixteen letters.', { readyzToken: 'sixteen letters.' }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('%s=%s is accepted', (name, value, expected) => {
  expect(parseConfig({ [name]: value })).toMatchObject(expected)
})

const DEFAULTS = {
  port: 3000,
  host: '127.0.0.1',
  siteUrl: 'http://localhost:3000',
  siteUrlIsSet: false,
  siteName: 'Playhall',
  dataDir: path.resolve('.data'),
  databaseUrl: undefined,
  authSecret: undefined,
  s3: null,
  smtp: null,
  mailFrom: 'Playhall <no-reply@localhost>',
  contactEmail: null,
  google: null,
  ads: null,
  structuredRating: 'votes',
  trustProxy: 0,
  hstsSubdomains: false,
  localFeeds: false,
  readyzToken: null,
  logLevel: 'info',
  ignored: [],
}

test('without settings there are defaults', () => {
  expect(parseConfig({})).toEqual(DEFAULTS)
})

test('Google sign-in without a mail server gives a warning', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  expect(googleWarning(parseConfig(google))).toContain('Set SMTP_URL')
  expect(
    googleWarning(parseConfig({ ...google, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' })),
  ).toBeNull()
  expect(googleWarning(parseConfig({}))).toBeNull()
})

test('empty values count as unset', () => {
  const names = [...new Set(NONSENSE.map(([name]) => name)), 'DATA_DIR']
  for (const empty of ['', '  ', undefined]) {
    expect(parseConfig(Object.fromEntries(names.map((name) => [name, empty])))).toEqual(DEFAULTS)
  }
})

test('a database requires a secret', () => {
  expect(() => parseConfig({ DATABASE_URL: DATABASE.DATABASE_URL })).toThrow(
    'AUTH_SECRET is required with DATABASE_URL',
  )
  expect(parseConfig(DATABASE)).toMatchObject({ databaseUrl: DATABASE.DATABASE_URL, authSecret: SECRET })
})

test('a setting of an earlier release is listed as ignored, whatever its value', () => {
  expect(parseConfig({ DATABASE_REPLICA_URL: 'nonsense' })).toEqual({ ...DEFAULTS, ignored: ['DATABASE_REPLICA_URL'] })
})

test('ENV_FILE is read, and a missing file or a folder is refused with one line', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-env-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  vi.stubEnv('SITE_NAME', 'Of the environment')
  vi.stubEnv('PORT', undefined)
  const missing = path.join(folder, 'missing.env')
  for (const [file, reason] of [
    [missing, 'ENOENT'],
    [folder, 'EISDIR'],
  ] as const) {
    vi.stubEnv('ENV_FILE', file)
    expect(config).toThrow(new SettingError(`ENV_FILE names ${file}, which cannot be read (${reason})`))
  }
  const file = path.join(folder, 'good.env')
  writeFileSync(file, 'SITE_NAME=Of the file\nPORT=4321\n')
  vi.stubEnv('ENV_FILE', file)
  expect(config()).toMatchObject({ siteName: 'Of the environment', port: 4321 })
})
