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
import { DatabaseStartError, startEmbedded } from './app/db/embedded.server.ts'
import { migrate } from './app/db/migrate.server.ts'
import { fillDefaultCatalogue } from './app/games/default-catalogue.server.ts'
import { PROVIDERS } from './app/games/import/providers.server.ts'
import { createDatabaseProbe } from './app/server/database-health.server.ts'
import { onShutdown, runClosers } from './app/server/http-shutdown.server.ts'
import { createHttp } from './app/server/http.server.ts'
import { flushLog, log, openLog } from './app/server/log.server.ts'
import { startSendingMails } from './app/server/mail.server.ts'
import { listenForPurges } from './app/server/purge.server.ts'
import { purgeAllSharedData, purgeSharedData } from './app/server/shared-data.server.ts'

const HOME = import.meta.dirname
const BUILD = path.join(HOME, 'build/server/index.js')
const STOP_MS = 10_000
const FINISH_MS = 5000

/** A fault that the operator can mend: one line, no stack. */
class StartError extends Error {}

const dev = process.argv.includes('--dev')
let stopping: Promise<void> | null = null
let ended = false
let opened = false
let finishRequests = async () => {}

process.on('uncaughtException', (error) => void fail(error))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Who presses Ctrl+C twice does not want to wait.
    if (stopping) process.exit(130)
    void stop(0)
  })
}

try {
  await start()
} catch (error) {
  await fail(error)
}

async function start(): Promise<void> {
  const settings = config()
  const terminal = process.stdout.isTTY
  openLog({ level: settings.logLevel, pretty: terminal })
  if (!dev && !existsSync(BUILD)) throw new StartError('Playhall is not built yet: run npm start, or npm run dev')

  const connection = await openTheDatabase()
  await migrate(connection).catch((error: unknown) => {
    throw new StartError(
      `${settings.databaseUrl ? 'DATABASE_URL' : 'The database'} cannot be used: ${rootMessage(error)}`,
    )
  })
  const filled = await fillDefaultCatalogue()
  if (filled) log().info({ games: filled }, 'Filled the catalogue')

  const vite = dev ? await startVite() : null
  const handle = await loadHandler(vite)
  const server = createServer({ keepAliveTimeout: 65_000 })
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
    gameHosts: () => PROVIDERS.flatMap((provider) => provider.gameHosts),
    databaseAnswers: createDatabaseProbe(connection),
    assetsFolder: path.join(HOME, 'build/client'),
    playFolder: path.join(HOME, 'build/play'),
    dev,
  })
  server.on('request', vite ? (req, res) => vite.middlewares(req, res, () => http.listener(req, res)) : http.listener)
  // Data first: a page that is rendered anew must not find what was purged.
  const onPurge = (tags: string[]) => (purgeSharedData(tags), http.cache.purge(tags))
  const onGap = () => (purgeAllSharedData(), http.cache.expireAll())
  onShutdown('purges', listenForPurges({ connection, onPurge, onGap }))
  finishRequests = () => closeServer(server)
  // Not waited for: pages come first.
  startSendingMails(writeAccountMail)
  const games = await countGames()
  // What was logged on the way comes before it.
  flushLog()
  greet(terminal, settings, games)
  opened = true
}

async function openTheDatabase(): Promise<pg.PoolConfig> {
  const { databaseUrl, databaseReplicaUrl, dataDir } = config()
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, role: 'portal' })
  if (embedded) onShutdown('embedded database', embedded.release)
  const connection = embedded?.connection ?? { connectionString: databaseUrl }
  const replica = databaseReplicaUrl ? { connectionString: databaseReplicaUrl } : undefined
  openDatabase({
    primary: connection,
    replica,
    // The embedded server ends the connections that are still closing when it stops.
    onError(error) {
      if (!stopping) log().warn({ err: error }, 'A database connection broke')
    },
  })
  onShutdown('database', closeDatabase)
  return connection
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

async function loadHandler(vite: ViteDevServer | null): Promise<(request: Request) => Promise<Response>> {
  if (!vite) {
    const build = (await import(pathToFileURL(BUILD).href)) as ServerBuild
    return createRequestHandler(build, 'production')
  }
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>
  return createRequestHandler(load, 'development')
}

/** Stops accepting and lets requests finish; cuts what takes longer. */
async function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A connection that is kept alive becomes idle once its request is answered.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => end(code || 1), STOP_MS - 500).unref()
    // No request runs any more when the rest is written and closed.
    await finishRequests()
    await runClosers((name, error) => log().error({ err: error }, `Could not close: ${name}`))
    end(code)
  })()
  return stopping
}

/** Logged once; what is open is closed in order, so that no database is left behind. */
async function fail(error: unknown): Promise<void> {
  if (!stopping) {
    const line = explain(error)
    if (line) process.stderr.write(`${line}\n`)
    else log().fatal({ err: error }, 'Stopped by an error')
    flushLog()
  }
  await stop(1)
}

function end(code: number): void {
  if (ended) return
  ended = true
  flushLog()
  if (opened && code === 0) sayGoodbye(process.stdout.isTTY, config().siteName)
  process.exit(code)
}

function explain(error: unknown): string | null {
  if (error instanceof SettingError || error instanceof DatabaseStartError || error instanceof StartError) {
    return error.message.replace(/\s*\n\s*/g, ' ')
  }
  return null
}

/** What is at the bottom of an error: a failed query tells only what it asked, its cause why it failed. */
function rootMessage(error: unknown): string {
  if (error instanceof AggregateError) return rootMessage(error.errors[0])
  if (error instanceof Error) return error.cause ? rootMessage(error.cause) : error.message
  return String(error)
}

function whyNotListening(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program: set PORT to a free one, or to 0`
  if (error.code === 'EACCES')
    return `Port ${port} needs rights that this account does not have: set PORT to 1024 or more`
  return `HOST ${host} cannot be listened on: ${error.code}`
}

function greet(
  terminal: boolean,
  { siteName, siteUrl, dataDir, databaseUrl }: ReturnType<typeof config>,
  games: number,
): void {
  const title = `${siteName} is open at ${siteUrl}`
  const near = path.relative(process.cwd(), dataDir)
  const data = databaseUrl ? 'PostgreSQL at DATABASE_URL' : near.startsWith('..') ? dataDir : near
  if (!terminal) {
    writeLine(title, { url: siteUrl, games, data })
    return
  }
  const [amber, strong, quiet, plain] = ['\x1b[33m', '\x1b[1m', '\x1b[90m', '\x1b[0m']
  process.stdout.write(
    [
      '',
      `  ${amber}● ● ●${plain}  ${strong}${siteName}${plain} is open at ${strong}${siteUrl}${plain}`,
      '',
      `  ${quiet}Games${plain}  ${games}`,
      `  ${quiet}Data${plain}   ${data}`,
      `  ${quiet}Ctrl+C closes it${plain}`,
      '',
      '',
    ].join('\n'),
  )
}

function sayGoodbye(terminal: boolean, siteName: string): void {
  const title = `${siteName} is closed`
  if (terminal) process.stdout.write(`${title}\n`)
  else writeLine(title)
}

/** A line of the log that is written at every level. */
function writeLine(message: string, fields: Record<string, unknown> = {}): void {
  const line = { level: 'info', time: new Date().toISOString(), message, ...fields }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
