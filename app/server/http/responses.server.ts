import { data } from 'react-router'
import { log } from '../process/log.server.ts'
import { redirectWithFlash } from './flash.server.ts'

/** Returns a response of one sentence. */
export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}

/** The text of the error screen for something that does not exist (app/shell/error-screen.tsx). */
export type Missing = {
  /** For the page title, before the name of the site. */
  name: string
  title: string
  text: string
  action: { label: string; href: string }
}

/**
 * Returns a 404 to throw if nothing is found. For a page, pass the text of its error screen; the response can be shared
 * like others (`cacheHeaders`). For an endpoint, pass a sentence.
 */
export function notFound(missing: Missing | string, headers: Record<string, string> = {}) {
  return typeof missing === 'string' ? plain(404, missing, headers) : data(missing, { status: 404, headers })
}

/** Returns a 404 to throw for a path that does not exist, or whose existence must stay secret. The path is logged. */
export function noSuchPage(request: Request): Response {
  log().info({ missing: new URL(request.url).pathname.slice(0, 200) }, 'No such page')
  return new Response(null, { status: 404, statusText: 'Not Found' })
}

/**
 * Returns the id in a URL: a whole number from 1 that the database can store. Throws `notFound(missing)` for anything
 * else.
 */
export function idOf(text: string, missing: Missing | string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity
  if (id > MAX_ID) throw notFound(missing)
  return id
}

const MAX_ID = 2_147_483_647

/** Returns the `?page=` of a list, or 1 if it is invalid or greater than `last`. */
export function pageOf(request: Request, last = MAX_PAGES): number {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= last ? page : 1
}

/** No list has more pages. The limit ensures that no offset is too large for the database. */
const MAX_PAGES = 1_000_000

/** Returns the `?before=` id from which a list continues; null (the beginning of the list) if missing or invalid. */
export function beforeOf(request: Request): number | null {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return Number.isInteger(before) && before > 0 && before <= MAX_ID ? before : null
}

/**
 * Whether the browser itself requests a whole page, as for a form without JavaScript. An action then responds with a
 * redirect. Our script requests data instead.
 */
export function wantsPage(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/**
 * Returns the response to an accepted form. Without JavaScript, the browser is redirected to a page that shows the
 * message. With JavaScript, the page stays open, and `sendForm` shows the message in a toast. `isFault`: the message
 * reports a failure.
 */
export function formDone(request: Request, redirectTo: string, message: string, { isFault = false } = {}) {
  return wantsPage(request)
    ? redirectWithFlash(redirectTo, message, { isFault })
    : data({ errors: null, message, ...(isFault && { isFault }) })
}
