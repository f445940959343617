import { isDatabaseDown } from './database-outage.server.ts'

/**
 * What an operator reads of a fault of the database, in one line: the database's own words, and what to do. `place` names
 * it, e.g. DATABASE_URL. Null for a fault that no operator can mend, which deserves its stack.
 */
export function explainDatabaseFault(error: unknown, place: string): string | null {
  const root = rootOf(error)
  const { code = '' } = root as { code?: string }
  const [, advice] = ADVICE.find(([sign]) => sign.test(code) || sign.test(root.message)) ?? []
  if (!advice && !OPERATORS_STATES.test(code) && !isDatabaseDown(error)) return null
  return inOneLine(`${place} cannot be used: ${root.message || code}${advice ? ` (${advice})` : ''}`)
}

/** What is at the bottom of an error: a failed query tells only what it asked, its cause why it failed. */
export function rootOf(error: unknown): Error {
  if (error instanceof AggregateError) return rootOf(error.errors[0])
  if (error instanceof Error) return error.cause ? rootOf(error.cause) : error
  return new Error(String(error))
}

/** Some programs explain themselves in several lines. */
export function inOneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n]+\s*/g, ' ')
}

/** Connections, sign-in, what is not there, read-only, resources, what operators did, the system: not our statements. */
const OPERATORS_STATES = /^(08|28|3D|53|57|58|25006|42501)/

/** By the code or the words of an error; the first that fits. */
const ADVICE: [sign: RegExp, advice: string][] = [
  [/^ECONNREFUSED$/, 'no server listens there: start it, or mend the host and port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'no host of that name is known'],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$|timeout expired/,
    'the host does not answer: mend the host and port, or the way to it',
  ],
  [/^28P01$/, 'mend the user or the password'],
  [/client password must be/, 'the server wants a password: put one into the address'],
  [/no pg_hba\.conf entry.*no encryption/, 'the server wants an encrypted connection: add ?sslmode=verify-full'],
  [/^28000$/, 'the server lets this user in from elsewhere or not at all: mend the user, or its pg_hba.conf'],
  [/does not support SSL/, 'the server has no encryption: take sslmode out of the address'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host: use the name that is in it'],
  [
    /^(\w*SELF_SIGNED\w*|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/,
    'its certificate is not trusted: name its CA with sslrootcert=/path/ca.pem',
  ],
  [/^3D000$/, 'create it, with the encoding UTF8'],
  [/extension "\w+" is not available/, 'install the additional modules of PostgreSQL (postgresql-contrib)'],
  [/^42501$/, 'make its user the owner of the database and of all that is in it'],
  [/^25006$/, 'it is read-only: DATABASE_URL has to name the primary'],
  [/^55P03$/, 'another session has locked what is needed: let it end, or end it (pg_stat_activity), then try again'],
  [/^(53100|ENOSPC)$/, 'its disk is full'],
  [/^53300$/, 'its connections are all taken: raise max_connections, or run fewer nodes'],
]
