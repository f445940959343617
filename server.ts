// First: it says whether React and the router run in their production form.
import { config, SettingError } from './app/server/config.server.ts'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { writeAccountMail } from './app/accounts/account-mails.server.ts'
import { closeDatabase, database, openDatabase } from './app/db/connection.server.ts'
import { inOneLine } from './app/db/database-fault.server.ts'
import { DatabaseStartError, startEmbedded } from './app/db/embedded.server.ts'
import type { OnOutage } from './app/db/embedded-watch.server.ts'
import { migrate } from './app/db/migrate.server.ts'
import { fillDefaultCatalogue } from './app/games/catalogue/default-catalogue.server.ts'
import { PROVIDERS } from './app/games/import/providers.server.ts'
import { guardConnections } from './app/server/connections.server.ts'
import { createDatabaseProbe } from './app/db/database-outage.server.ts'
import { greet, sayGoodbye } from './app/server/greeting.server.ts'
import { onShutdown } from './app/server/http-shutdown.server.ts'
import { createHttp, type HttpOptions } from './app/server/http.server.ts'
import { flushLog, log, openLog } from './app/server/log.server.ts'
import { startSendingMails } from './app/server/mail.server.ts'
import { listenForPurges } from './app/server/purge.server.ts'
import { recentReadiness, watchReadiness } from './app/server/readiness.server.ts'
import { authSecret } from './app/server/secret.server.ts'
import { purgeAllSharedData, purgeSharedData } from './app/server/shared-data.server.ts'
import { createStop, type Running } from './app/server/stop.server.ts'
import { storageWarning } from './app/server/storage.server.ts'

const HOME = import.meta.dirname
const BUILD = path.join(HOME, 'build/server/index.js')

/** A fault that the operator can mend: one line, no stack. */
class StartError extends Error {}

const dev = process.argv.includes('--dev')
const running: Running = {}
const stopping = createStop(running, end)
let ended = false
let opened = false

process.on('uncaughtException', (error) => void fail(error))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopping.onSignal)
// Whoever started it (cli/serve.mjs) is gone, now or since it did.
process.on('disconnect', () => void stopping.stop(0))
if (process.connected === false) void stopping.stop(0)
// A terminal that is gone can be told nothing; that is no reason to end.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

try {
  await start()
} catch (error) {
  await fail(error)
}

async function start(): Promise<void> {
  const settings = config()
  openLog({ level: settings.logLevel, pretty: process.stdout.isTTY })
  if (!dev && !existsSync(BUILD)) throw new StartError('Playhall is not built yet: run npm start, or npm run dev')

  const connection = await openTheDatabase()
  authSecret()
  await migrate(connection)
  const warning = storageWarning(settings)
  if (warning) log().warn(warning)
  const filled = await fillDefaultCatalogue()
  if (filled) log().info({ games: filled }, 'Filled the catalogue')

  const vite = dev ? await startVite() : null
  const { handle, routes } = await loadBuild(vite)
  const server = createServer({ keepAliveTimeout: 65_000 })
  guardConnections(server, settings.trustProxy)
  const listening = new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  server.listen(settings.port, settings.host)
  await listening.catch((error) => {
    throw new StartError(whyNotListening(error, settings.host, settings.port))
  })
  const { port } = server.address() as AddressInfo
  if (!settings.siteUrlIsSet) settings.siteUrl = `http://localhost:${port}`

  const http = createHttp({
    ...settings,
    handle,
    routes,
    gameHosts: () => PROVIDERS.flatMap((provider) => provider.gameHosts),
    databaseAnswers: createDatabaseProbe(connection),
    readiness: recentReadiness,
    assetsFolder: path.join(HOME, 'build/client'),
    playFolder: path.join(HOME, 'build/play'),
    dev,
  })
  server.on('request', vite ? (req, res) => vite.middlewares(req, res, () => http.listener(req, res)) : http.listener)
  // Data first: a page that is rendered anew must not find what was purged.
  const onPurge = (tags: string[]) => (purgeSharedData(tags), http.cache.purge(tags))
  const onGap = () => (purgeAllSharedData(), http.cache.expireAll())
  onShutdown('purges', listenForPurges({ connection, onPurge, onGap }))
  onShutdown('readiness', watchReadiness())
  running.server = server
  // Not waited for: pages come first.
  startSendingMails(writeAccountMail)
  // A greeting is no reason to fail.
  const games = await countGames().catch(() => 'many')
  // What was logged on the way comes before it.
  flushLog()
  greet(settings, games)
  opened = true
}

async function openTheDatabase(): Promise<pg.PoolConfig> {
  const { databaseUrl, databaseReplicaUrl, dataDir } = config()
  if (!databaseUrl)
    running.embedded = startEmbedded({ dataDir, role: 'portal', signal: stopping.begun, onOutage: tellOutage })
  const connection = (await running.embedded)?.connection ?? { connectionString: databaseUrl }
  const replica = databaseReplicaUrl ? { connectionString: databaseReplicaUrl } : undefined
  openDatabase({
    primary: connection,
    replica,
    // The embedded server ends the connections that are still closing when it stops.
    onError(error) {
      if (!stopping.begun.aborted) log().warn({ err: error }, 'A database connection broke')
    },
  })
  onShutdown('database', closeDatabase)
  return connection
}

function tellOutage(...[is, error]: Parameters<OnOutage>): void {
  if (is === 'gone') log().warn('The embedded PostgreSQL is gone: starting it again')
  else if (is === 'back') log().info('The embedded PostgreSQL is back')
  else log().error({ err: error }, 'The embedded PostgreSQL does not start: trying again each second')
}

async function countGames(): Promise<number> {
  const { rows } = await database().execute<{ games: number }>(sql`select games from game_counts where list = 'all'`)
  return rows[0]?.games ?? 0
}

async function startVite(): Promise<ViteDevServer> {
  const { createServer: createVite } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createVite({ root: HOME, server: { middlewareMode: true } })
  // A second Vite, which React Router's plugin makes, would end the process before the database is closed.
  for (const theirs of process.listeners('SIGTERM')) if (!ours.includes(theirs)) process.off('SIGTERM', theirs)
  onShutdown('vite', () => vite.close())
  return vite
}

/** The screens, as what answers requests, and the routes as they were when it was loaded: their handles take a new start. */
async function loadBuild(vite: ViteDevServer | null): Promise<Pick<HttpOptions, 'handle' | 'routes'>> {
  if (!vite) {
    const build = (await import(pathToFileURL(BUILD).href)) as ServerBuild
    return { handle: createRequestHandler(build, 'production'), routes: build.routes }
  }
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>
  return { handle: createRequestHandler(load, 'development'), routes: (await load()).routes }
}

/** Logged once; what is open is closed in order, so that no database is left behind. */
async function fail(error: unknown): Promise<void> {
  if (!stopping.begun.aborted) {
    const line = explain(error)
    if (line) process.stderr.write(`${line}\n`)
    else log().fatal({ err: error }, 'Stopped by an error')
    flushLog()
  }
  await stopping.stop(1)
}

function end(code: number): void {
  if (ended) return
  ended = true
  flushLog()
  if (opened && code === 0) sayGoodbye(config())
  process.exit(code)
}

function explain(error: unknown): string | null {
  if (error instanceof SettingError || error instanceof DatabaseStartError || error instanceof StartError) {
    return inOneLine(error.message)
  }
  return null
}

function whyNotListening(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program: set PORT to a free one, or to 0`
  if (error.code === 'EACCES')
    return `Port ${port} needs rights that this account does not have: set PORT to 1024 or more`
  return `HOST ${host} cannot be listened on: ${error.code}`
}
