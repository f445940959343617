import { href, redirect } from 'react-router'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'

/** Redirects to /terms, of which this path is an alias. */
export function loader() {
  return redirect(href('/terms'), { status: 301, headers: cacheHeaders() })
}
