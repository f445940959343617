import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler } from 'react-router'
import { config } from '../../app/server/process/config.server.ts'
import { runClosers } from '../../app/server/http/shutdown.server.ts'
import { type Answer, startTestPortal, type TestPortal } from '../../app/server/http/testing.server.ts'
import type { HttpOptions } from '../../app/server/http/http.server.ts'
import { openLog } from '../../app/server/process/log.server.ts'
import { checkBuild } from '../../cli/prepare.mjs'
import { createTestDatabase } from '../fixtures/database.ts'
import { SECRET } from './settings.ts'

export const SITE = 'http://playhall.example'

export type BuiltPortal = Awaited<ReturnType<typeof startBuiltPortal>>

/**
 * Starts the built portal with all its layers on a new database and data folder. `settings` are set before anything
 * reads them, so start only one portal per test file.
 */
export async function startBuiltPortal(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'playhall-portal-'))
  const logged: string[] = []
  Object.assign(process.env, {
    SITE_URL: SITE,
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    ...settings,
  })
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void logged.push(line) } })
  const database = await createTestDatabase()
  const portal = await startBuilt(database.connection, settings.SITE_URL)
  return {
    ...portal,
    connection: database.connection,
    dataDir,
    logged,
    openBrowser: () => openBrowser(portal.send, settings.SITE_URL ?? SITE),
    async stop() {
      await portal.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts the built HTTP layer and screens on an open database, listening for purges until the closers run. Resolves
 * once it listens, since it may drop its shared pages when it starts to.
 */
export async function startBuilt(connection: { connectionString: string }, siteUrl = SITE): Promise<TestPortal> {
  const { build, createPortal } = await loadBuilt()
  let listening: Promise<void> | undefined
  const create = (options: HttpOptions) => {
    const created = createPortal({ ...options, connection })
    listening = created.listening
    return created
  }
  const portal = await startTestPortal(
    createRequestHandler(build, 'production'),
    { siteUrl, routes: build.routes, ads: config().ads ?? undefined },
    create,
  )
  await listening
  return {
    ...portal,
    async close() {
      await portal.close()
      await closeAll()
    },
  }
}

/** Imports the build as modules separate from the test's. Throws if the build is older than its sources. */
export async function loadBuilt(): Promise<typeof import('../../app/start.server.ts')> {
  checkBuild()
  return (await import(
    /* @vite-ignore */ pathToFileURL(path.resolve('build/server/index.js')).href
  )) as typeof import('../../app/start.server.ts')
}

/** Runs the closers of a clean stop, which write view counts. */
export async function closeAll(): Promise<void> {
  await runClosers((_, error) => {
    throw error
  })
}

let browsers = 0

/** A browser without script that stores cookies and sends forms, each from a different address. */
function openBrowser(send: Awaited<ReturnType<typeof startTestPortal>>['send'], site: string) {
  const cookies = new Map<string, string>()
  const address = `10.9.${(++browsers >> 8) & 255}.${browsers & 255}`

  async function ask(at: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await send(at, {
      method,
      headers: { accept: 'text/html', 'x-forwarded-for': address, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/; Max-Age=0\b/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    cookies,
    address,
    get: (at: string, headers: Record<string, string> = {}) => ask(at, 'GET', headers),
    post: (at: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      ask(
        at,
        'POST',
        { origin: site, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(fields).toString(),
      ),
  }
}

/** The readable text of a page's main part. */
export function wordsOf({ text }: Answer): string {
  const main = /<main\b.*<\/main>/s.exec(text)?.[0] ?? text
  return main
    .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}
