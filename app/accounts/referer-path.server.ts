import { config } from '../server/process/config.server.ts'
import { nextPath } from './next-path.ts'

/** Returns the path on our site from which a form was sent, according to its Referer header, or `otherwise`. */
export function refererPath(request: Request, otherwise: string): string {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return otherwise
  const { origin, pathname, search } = new URL(referer)
  return origin === new URL(config().siteUrl).origin ? nextPath(pathname + search) : otherwise
}
