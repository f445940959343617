import { isDatabaseDown } from './database-outage.server.ts'

/**
 * Explains a database fault to operators in one line: the database's own message and advice. `place` names the
 * database, such as DATABASE_URL. Returns null for a fault that no operator can fix; log its stack trace instead.
 */
export function explainDatabaseFault(error: unknown, place: string): string | null {
  const root = rootOf(error)
  const { code = '' } = root as { code?: string }
  const [, advice] = ADVICE.find(([sign]) => sign.test(code) || sign.test(root.message)) ?? []
  if (!advice && !OPERATORS_STATES.test(code) && !isDatabaseDown(error)) return null
  return inOneLine(`${place} cannot be used: ${root.message || code}${advice ? ` (${advice})` : ''}`)
}

/** Returns the root cause of an error, since the message of a failed query contains only the statement. */
export function rootOf(error: unknown): Error {
  if (error instanceof AggregateError) return rootOf(error.errors[0])
  if (error instanceof Error) return error.cause ? rootOf(error.cause) : error
  return new Error(String(error))
}

/** Joins the lines of a message, since some programs report several. */
export function inOneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n]+\s*/g, ' ')
}

/**
 * SQL states of faults that our statements did not cause: connection, sign-in, missing database, read-only, resources,
 * operators' actions, system, privileges.
 */
const OPERATORS_STATES = /^(08|28|3D|53|57|58|25006|42501)/

/** Advice by an error's code or message. The first match is used. */
const ADVICE: [sign: RegExp, advice: string][] = [
  [/^ECONNREFUSED$/, 'no server listens there: start it, or correct the host and port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'no host of that name is known'],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$|timeout expired/,
    'the host does not respond: correct the host and port, or check the network',
  ],
  [/^28P01$/, 'correct the user or the password'],
  [/client password must be/, 'the server wants a password: put one into the address'],
  [/no pg_hba\.conf entry.*no encryption/, 'the server wants an encrypted connection: add ?sslmode=verify-full'],
  [
    /^28000$/,
    'the server lets this user in from elsewhere or not at all: correct the user, or pg_hba.conf on the server',
  ],
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
