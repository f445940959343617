import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { createRequestHandler, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { countPlayers } from './accounts/count-players.server.ts'
import { publishStarterPosts } from './blog/publishing/starter-posts.server.ts'
import { closeDatabase, database, openDatabase } from './db/connection.server.ts'
import { explainDatabaseFault, inOneLine, rootOf } from './db/database-fault.server.ts'
import { startEmbedded } from './db/embedded.server.ts'
import type { OnOutage } from './db/embedded-watch.server.ts'
import { findPooler } from './db/pooler.server.ts'
import { gameCounts } from './db/schema/game-listings.server.ts'
import { migrate } from './server/process/migrate.server.ts'
import { fillDefaultCatalogue } from './games/catalogue/default-catalogue.server.ts'
import { loadArrangement } from './games/arrangement/load-arrangement.server.ts'
import { findGameFile } from './games/uploads/find-game-file.server.ts'
import { loadEmptyLinks } from './games/lists/empty-links.server.ts'
import { frameHosts, loadFrameHosts } from './games/feeds/providers/frame-hosts.server.ts'
import { JOBS } from './jobs.server.ts'
import { PROJECT_FOLDER } from './lib/project-folder.server.ts'
import { checkSiteTexts } from './pages/site-text.server.ts'
import { config } from './server/process/config.server.ts'
import { guardConnections } from './server/http/connections.server.ts'
import { createDatabaseProbe } from './db/database-outage.server.ts'
import { greet, sayGoodbye, googleWarning } from './server/process/greeting.server.ts'
import { onShutdown } from './server/http/shutdown.server.ts'
import { createHttp, type Http, type HttpOptions } from './server/http/http.server.ts'
import { startJobs } from './server/jobs/jobs.server.ts'
import { flushLog, log, openLog } from './server/process/log.server.ts'
import { listenForPurges } from './server/cache/purge.server.ts'
import { recentReadiness, watchReadiness } from './server/process/readiness.server.ts'
import { authSecret } from './server/process/secret.server.ts'
import { openSharedAssets, shareAssets } from './server/files/shared-assets.server.ts'
import { dropAllCached, dropCached } from './server/cache/data-cache.server.ts'
import type { Tag } from './server/cache/cache-headers.server.ts'
import { renew } from './server/cache/refresh.server.ts'
import { loadSiteTexts } from './site/site-texts.server.ts'
import { explainStartFault, listenFault } from './start-fault.server.ts'
import { createStop, type Running } from './server/process/stop.server.ts'
import { storageWarning } from './server/files/storage.server.ts'
import { removeOldFolders } from './server/files/temporary-folder.server.ts'
import { trimWhenIdle } from './server/process/trim-memory.server.ts'

const running: Running = {}
const stopping = createStop(running, end)
let ended = false
let opened = false

/** The screens and endpoints, as built by React Router. */
export { build }

/** What `npm run dev` uses in place of the build. */
export type DevServer = {
  /** Handles what Vite knows, and calls `next` for everything else. */
  middlewares: (req: IncomingMessage, res: ServerResponse, next: () => void) => void
  /** Loads the screens and endpoints as they are written now. */
  load: () => Promise<ServerBuild>
  close: () => Promise<void>
}

/** Starts the portal in this process, and ends the process when the portal ends. Called once, by server.mjs. */
export async function startPortal(workshop: DevServer | null = null): Promise<void> {
  process.on('uncaughtException', (error) => void fail(error))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopping.onSignal)
  // The process that started it (cli/serve.mjs) has ended, now or before this line.
  process.on('disconnect', () => void stopping.stop(0))
  if (process.connected === false) void stopping.stop(0)
  // Writing to a closed terminal fails, which is no reason to end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  try {
    await open(workshop)
  } catch (error) {
    await fail(error)
  }
}

async function open(workshop: DevServer | null): Promise<void> {
  const settings = config()
  openLog({ level: settings.logLevel, pretty: process.stdout.isTTY })
  checkSiteTexts()
  for (const name of settings.ignored) log().warn(`${name} is ignored: the portal no longer has this setting`)
  if (workshop) onShutdown('vite', workshop.close)

  const { connection, direct } = await openTheDatabase()
  authSecret()
  for (const warning of [storageWarning(settings), googleWarning(settings)]) if (warning) log().warn(warning)
  await loadArrangement()
  const filled = await fillDefaultCatalogue()
  if (filled) log().info({ games: filled }, 'Filled the catalogue')
  await Promise.all([loadSiteTexts(), loadEmptyLinks(), loadFrameHosts()])
  // Not awaited: only a request that needs it before it is there waits.
  void countPlayers()

  const assetsFolder = path.join(PROJECT_FOLDER, 'build/client')
  // Before a page of this build is served, since its files may be requested from another node.
  const isShared = Boolean(settings.databaseUrl) && !workshop
  if (isShared) onShutdown('assets', await shareAssets(path.join(assetsFolder, 'assets')))

  const server = createServer({ keepAliveTimeout: 65_000, connectionsCheckingInterval: 5000 })
  guardConnections(server, settings.trustProxy)
  const listening = new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  server.listen(settings.port, settings.host)
  await listening.catch((error) => {
    throw listenFault(error, settings.host, settings.port)
  })
  const { port } = server.address() as AddressInfo
  if (!settings.siteUrlIsSet) settings.siteUrl = `http://localhost:${port}`

  const { listener } = createPortal({
    ...settings,
    connection: direct,
    handle: workshop ? createRequestHandler(workshop.load, 'development') : createRequestHandler(build, 'production'),
    // With --dev these are the routes at the start: a change of their handles takes a restart.
    routes: build.routes,
    ads: config().ads ?? undefined,
    databaseAnswers: createDatabaseProbe(connection),
    readiness: recentReadiness,
    assetsFolder,
    ...(isShared && { findSharedAsset: openSharedAssets() }),
    playFolder: path.join(PROJECT_FOLDER, 'build/play'),
    dev: workshop !== null,
  })
  // Not awaited: pages come first.
  startJobs(JOBS)
  void fillBlog()
  void removeOldFolders()
  server.on('request', (req, res) => {
    if (workshop) workshop.middlewares(req, res, () => listener(req, res))
    else listener(req, res)
  })
  onShutdown('readiness', watchReadiness())
  trimWhenIdle()
  running.server = server
  // A failed greeting must not stop the start.
  const games = await countGames().catch(() => 'many')
  // Earlier log lines come before it.
  flushLog()
  greet(settings, games)
  opened = true
}

/**
 * The HTTP layer over the screens. From `hearing` on it receives the purges of every node, and shows what had changed
 * before.
 */
export function createPortal({
  connection,
  ...options
}: Omit<HttpOptions, 'gameHosts'> & { connection: pg.PoolConfig }): Http & { listening: Promise<void> } {
  const http = createHttp({ ...options, findGameFile, gameHosts: frameHosts })
  // Data first: a page that is rendered again must not find purged data.
  const purge = (tags: string[]) => (dropCached(tags), http.cache.purge(tags))
  const onGap = () => (dropAllCached(), http.cache.expireAll())
  // Every page shows these, so a change expires all pages.
  const renewing = (what: string, load: () => Promise<boolean>) => async () => {
    if (await renew(what, load)) onGap()
  }
  const renewWords = renewing('The words of the site', loadSiteTexts)
  const renewLinks = renewing('The lists without games', loadEmptyLinks)
  const renewHosts = renewing('The hosts of games', loadFrameHosts)
  const renewArrangement = async () => {
    if (await renew('The categories, tags and collections', loadArrangement)) onGap()
    await renewLinks()
  }
  const onPurge = (tags: string[]) => {
    purge(tags)
    // The node that made the change has loaded it already.
    if (tags.includes('arrangement' satisfies Tag)) void renewArrangement().then(onGap)
    if (tags.includes('site' satisfies Tag)) void renewWords()
    if (tags.includes('games' satisfies Tag)) void Promise.all([renewLinks(), renewHosts()])
  }
  const listening = new Promise<void>((resolve) => {
    const onHearing = () => void Promise.all([renewWords(), renewArrangement(), renewHosts()]).then(() => resolve())
    onShutdown('purges', listenForPurges({ connection, onPurge, onGap, onHearing }))
  })
  return { ...http, listening }
}

/** Migrates and opens the database. Returns the connection of pages, and the one that bypasses a pooler. */
async function openTheDatabase(): Promise<{ connection: pg.PoolConfig; direct: pg.PoolConfig }> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config()
  if (!databaseUrl)
    running.embedded = startEmbedded({ dataDir, role: 'portal', signal: stopping.begun, onOutage: logOutage })
  const connection = (await running.embedded)?.connection ?? { connectionString: databaseUrl }
  const isDirect = databaseDirectUrl === databaseUrl
  const direct = isDirect ? connection : { connectionString: databaseDirectUrl }
  await migrate(direct, isDirect ? undefined : 'DATABASE_DIRECT_URL')
  const pooler = isDirect ? null : await findPooler(connection, direct)
  if (pooler) log().info(pooler, 'DATABASE_URL leads through a pooler in transaction mode')
  openDatabase({
    primary: connection,
    direct,
    pooler,
    // The embedded server ends the connections that are still closing when it stops.
    onError(error) {
      if (!stopping.begun.aborted) log().warn({ err: error }, 'A database connection broke')
    },
  })
  onShutdown('database', closeDatabase)
  return { connection, direct }
}

function logOutage(...[is, error]: Parameters<OnOutage>): void {
  if (is === 'gone') log().warn('The embedded PostgreSQL is gone: starting it again')
  else if (is === 'lost')
    log().error(
      { folder: path.join(config().dataDir, 'postgres') },
      'The files of the embedded PostgreSQL are gone: bring them back, or stop the portal and restore a backup',
    )
  else if (is === 'back') log().info('The embedded PostgreSQL is back')
  else log().error({ err: error }, 'The embedded PostgreSQL does not start: trying again each second')
}

/** If its pictures cannot be stored now, the next start tries again. */
async function fillBlog(): Promise<void> {
  try {
    const posts = await publishStarterPosts()
    if (posts) log().info({ posts }, 'Filled the blog')
  } catch (error) {
    if (!stopping.begun.aborted)
      log().warn(`The blog was not filled, the next start tries again: ${inOneLine(rootOf(error).message)}`)
  }
}

async function countGames(): Promise<number> {
  const [all] = await database().select().from(gameCounts).where(eq(gameCounts.list, 'all'))
  return all?.games ?? 0
}

/** Logs the error once, and closes everything in order, so that no database is left behind. */
async function fail(error: unknown): Promise<void> {
  if (!stopping.begun.aborted) {
    const line = explainStartFault(error) ?? (opened ? null : explainDatabaseFault(error, 'The database'))
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
