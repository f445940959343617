import { notFound } from '../server/http/responses.server.ts'
import { config } from '../server/process/config.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'

/** The ID of Google as a certification authority, which is the same in every publisher's file. */
const CERTIFIED = 'f08c47fec0942fa0'

/**
 * GET `/ads.txt`: lists the companies that may sell this site's ad slots, in the format of the IAB's ads.txt 1.1.
 * Responds with 404 if ADS_CLIENT is not set.
 */
export function loader() {
  const { ads } = config()
  if (!ads) throw notFound('There are no ads here.', cacheHeaders())
  const line = `google.com, ${ads.client.replace(/^ca-/, '')}, DIRECT, ${CERTIFIED}\n`
  return new Response(line, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...cacheHeaders() } })
}
