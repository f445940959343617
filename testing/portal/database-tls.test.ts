import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedPrograms, findAccount, giveTo } from '../../app/db/embedded-account.server.ts'
import { migrate } from '../../app/server/process/migrate.server.ts'
import { type RestartableServer, startTestServer } from '../fixtures/database.ts'
import { type Certificate, createCertificate, findProgram } from '../fixtures/private-ca.ts'
import { query } from './portal-database.ts'
import { makeDataDir, startPortal } from './portal-process.ts'
import { TEST_SETTINGS } from './settings.ts'

/**
 * TLS to a PostgreSQL whose certificate a private CA signed (docs/operating.md#encrypted-connections-to-the-database).
 */

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-tls-'))
const other = mkdtempSync(path.join(os.tmpdir(), 'playhall-tls-other-'))
const canSign = Boolean(findProgram('openssl'))
let server: RestartableServer
let certificate: Certificate

beforeAll(async () => {
  if (!canSign) return
  certificate = createCertificate(folder, '127.0.0.1')
  createCertificate(other, '127.0.0.1')
  chmodSync(folder, 0o711)
  chmodSync(certificate.ca, 0o644)
  const programs = embeddedPrograms()
  giveTo(findAccount(folder, programs), certificate.key)
  chmodSync(certificate.key, 0o600)
  chmodSync(certificate.cert, 0o644)
  server = await startTestServer(programs, {
    ssl: 'on',
    ssl_cert_file: certificate.cert,
    ssl_key_file: certificate.key,
  })
})
afterAll(async () => {
  await server?.stop()
  for (const one of [folder, other]) rmSync(one, { recursive: true })
})

function address(settings: Record<string, string>, changes: Partial<URL> = {}): string {
  const url = Object.assign(new URL(server.url), changes)
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value)
  return url.href
}

test.skipIf(!canSign)('with verify-full and the CA every connection of a portal is encrypted', async () => {
  const dataDir = makeDataDir()
  const DATABASE_URL = address({ sslmode: 'verify-full', sslrootcert: certificate.ca })
  const portal = await startPortal({ dataDir, settings: { ...TEST_SETTINGS, DATABASE_URL } })
  try {
    const ready = await fetch(new URL('/readyz', portal.url))
    expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('database: ok')])
    const connections = () =>
      query<{ ssl: boolean; count: number }>(
        { connectionString: server.url },
        `select ssl, count(*)::int as count from pg_stat_ssl join pg_stat_activity using (pid)
         where backend_type = 'client backend' and pid <> pg_backend_pid() group by ssl`,
      )
    // The connection that started the server may still be closing.
    await expect.poll(connections).toEqual([{ ssl: true, count: expect.any(Number) }])
    expect(portal.output()).not.toContain('SECURITY WARNING')
  } finally {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.skipIf(!canSign)('a server with another host name than its certificate is refused with one line', async () => {
  const verified = { sslmode: 'verify-full', sslrootcert: certificate.ca }
  for (const [connectionString, line] of [
    [address({ sslmode: 'verify-full' }), /\(its certificate is not trusted: /],
    [address({ ...verified, sslrootcert: path.join(other, 'ca.pem') }), /\(its certificate is not trusted: /],
    [address(verified, { hostname: 'localhost' }), /\(its certificate is for another host: /],
    [address({ ...verified, sslrootcert: '/nowhere/ca.pem' }), /no such file or directory, open '\/nowhere\/ca\.pem'/],
  ] as const) {
    const refused = await migrate({ connectionString }).catch((error: Error) => error.message)
    expect(refused).toMatch(new RegExp(`^DATABASE_URL cannot be used: [^\n]*${line.source}[^\n]*$`))
  }
})
