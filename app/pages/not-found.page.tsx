import { noSuchPage } from '../server/http/responses.server.ts'
import type { Route } from './+types/not-found.page'

/** Handles every path that matches no other route. The root's error boundary renders the screen. */
export function loader({ request }: Route.LoaderArgs): never {
  throw noSuchPage(request)
}

export default function NotFoundPage() {
  return null
}
