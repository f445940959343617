import { config } from '../server/config.server.ts'
import { nextPath } from './next-path.ts'

/** The page of ours that a form was sent from, as its browser says, to lead back to; `otherwise` where it does not say. */
export function cameFrom(request: Request, otherwise: string): string {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return otherwise
  const { origin, pathname, search } = new URL(referer)
  return origin === new URL(config().siteUrl).origin ? nextPath(pathname + search) : otherwise
}
