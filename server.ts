/** Starts the portal: as it is built, or with --dev as Vite builds it while one types. Everything else is in app/start.server.ts. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { Workshop } from './app/start.server.ts'

type Start = typeof import('./app/start.server.ts')

const HOME = import.meta.dirname
const BUILD = path.join(HOME, 'build/server/index.js')
const isDev = process.argv.includes('--dev')

// React and the router choose their production form by this when they load.
process.env.NODE_ENV ??= isDev ? 'development' : 'production'

if (isDev) await startInDevelopment()
else if (existsSync(BUILD)) await ((await import(pathToFileURL(BUILD).href)) as Start).startPortal()
else {
  process.stderr.write('Playhall is not built yet: run npm start, or npm run dev\n')
  process.exitCode = 1
}

async function startInDevelopment(): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root: HOME, server: { middlewareMode: true } })
  const workshop: Workshop = {
    middlewares: vite.middlewares,
    load: () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
    close: () => vite.close(),
  }
  const { startPortal } = (await vite.ssrLoadModule('/app/start.server.ts')) as Start
  // Vite, and a second one that React Router's plugin makes, would end the process before the database is closed.
  process.removeAllListeners('SIGTERM')
  await startPortal(workshop)
}
