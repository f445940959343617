import { config } from '../server/process/config.server.ts'
import { nextPath } from './next-path.ts'

/** The path on our site that a form was sent from, by its Referer header; `otherwise` without a usable one. */
export function refererPath(request: Request, otherwise: string): string {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return otherwise
  const { origin, pathname, search } = new URL(referer)
  return origin === new URL(config().siteUrl).origin ? nextPath(pathname + search) : otherwise
}
