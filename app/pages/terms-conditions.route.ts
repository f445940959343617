import { href, redirect } from 'react-router'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'

/** An alias of /terms. */
export function loader() {
  return redirect(href('/terms'), { status: 301, headers: cacheHeaders() })
}
