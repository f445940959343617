import type { IncomingHttpHeaders } from 'node:http'

/** The name of those who are shown the same pages and data, one of a few (docs/decisions/022). */
export type View = string

export const EVERYBODY: View = 'everybody'

/** Whose pages and data a request is given, by its headers alone: it is asked for each page that is served from memory. */
export function viewOf(_headers: IncomingHttpHeaders): View {
  return EVERYBODY
}

/** Stands in no address that a request can name. */
const BETWEEN = '\n'

/** The key under which something is kept for a view. Everybody's is as it was given: joining texts costs more than finding a page. */
export function keyIn(view: View, key: string): string {
  return view === EVERYBODY ? key : view + BETWEEN + key
}

/** What `keyIn` put together. */
export function partsOf(key: string): { view: View; own: string } {
  const at = key.indexOf(BETWEEN)
  return at < 0 ? { view: EVERYBODY, own: key } : { view: key.slice(0, at), own: key.slice(at + 1) }
}
