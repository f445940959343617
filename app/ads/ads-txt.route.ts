import { notFound } from '../server/http/responses.server.ts'
import { config } from '../server/process/config.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'

/** Google's certification authority ID, the same in every publisher's file. */
const CERTIFIED = 'f08c47fec0942fa0'

/**
 * GET `/ads.txt`: who may sell this site's ad slots, in the format of the IAB's ads.txt 1.1; 404 without ADS_CLIENT.
 */
export function loader() {
  const { ads } = config()
  if (!ads) throw notFound('There are no ads here.', cacheHeaders())
  const line = `google.com, ${ads.client.replace(/^ca-/, '')}, DIRECT, ${CERTIFIED}\n`
  return new Response(line, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...cacheHeaders() } })
}
