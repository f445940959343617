import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { DevServer } from '../app/start.server.ts'

type Start = typeof import('../app/start.server.ts')

/** Starts the portal from source through Vite, which reloads changed modules on the server and in browsers. */
export async function startInDevelopment(home: string): Promise<void> {
  const vite = await createServer({ root: home, server: { middlewareMode: true } })
  const workshop: DevServer = {
    middlewares: vite.middlewares,
    load: () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
    close: () => vite.close(),
  }
  const { startPortal } = (await vite.ssrLoadModule('/app/start.server.ts')) as Start
  // Vite, and a second instance created by React Router's plugin, would end the process before the database is closed.
  process.removeAllListeners('SIGTERM')
  await startPortal(workshop)
}
