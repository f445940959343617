import { noSuchPage } from '../server/responses.server.ts'
import type { Route } from './+types/not-found.page'

/** Every path that no route knows; the screen is the root's error boundary. */
export function loader({ request }: Route.LoaderArgs): never {
  throw noSuchPage(request)
}

export default function NotFoundPage() {
  return null
}
