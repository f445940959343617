import { log } from '../server/log.server.ts'
import type { Route } from './+types/not-found.page'

/** Every path that no route knows; the screen is the root's error boundary. The missing path is logged. */
export function loader({ request }: Route.LoaderArgs): never {
  log().info({ missing: new URL(request.url).pathname.slice(0, 200) }, 'No such page')
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

export default function NotFoundPage() {
  return null
}
