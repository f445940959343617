// Starts the portal from its build, or with --dev from source through Vite. Everything else is in app/start.server.ts.
// Plain JavaScript, because Node's TypeScript loader takes 9 MB for as long as the portal runs
// (docs/decisions/005-memory-is-bounded.md).
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const BUILD = path.join(import.meta.dirname, 'build/server/index.js')
const isDev = process.argv.includes('--dev')

// React and the router choose their production code by this when they load.
process.env.NODE_ENV ??= isDev ? 'development' : 'production'

if (isDev) {
  const { startInDevelopment } = await import('./cli/dev.ts')
  await startInDevelopment(import.meta.dirname)
} else if (existsSync(BUILD)) {
  const { startPortal } = await import(pathToFileURL(BUILD).href)
  await startPortal()
} else {
  process.stderr.write('Playhall is not built yet: run npm start, or npm run dev\n')
  process.exitCode = 1
}
