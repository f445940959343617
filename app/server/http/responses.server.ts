import { data } from 'react-router'
import { log } from '../process/log.server.ts'
import { redirectWithFlash } from './flash.server.ts'

/** A response of one sentence. */
export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}

/** The text of the error screen for something that does not exist, in its own terms (app/shell/error-screen.tsx). */
export type Missing = {
  /** For the window's title, before the name of the site. */
  name: string
  title: string
  text: string
  action: { label: string; href: string }
}

/**
 * Throw it if nothing is found. For a page, pass the text of its error screen; the response may be shared like others
 * (`cacheHeaders`). For an endpoint, pass a sentence.
 */
export function notFound(missing: Missing | string, headers: Record<string, string> = {}) {
  return typeof missing === 'string' ? plain(404, missing, headers) : data(missing, { status: 404, headers })
}

/** Throw it for an address that does not exist, or that nobody may know of. The path is logged. */
export function noSuchPage(request: Request): Response {
  log().info({ missing: new URL(request.url).pathname.slice(0, 200) }, 'No such page')
  return new Response(null, { status: 404, statusText: 'Not Found' })
}

/**
 * The id in an address: a whole number from 1 that the database can hold. Throws `notFound(missing)` for anything else.
 */
export function idOf(text: string, missing: Missing | string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity
  if (id > MAX_ID) throw notFound(missing)
  return id
}

const MAX_ID = 2_147_483_647

/** The `?page=` of a list. Invalid numbers, and those above `last`, return 1. */
export function pageOf(request: Request, last = MAX_PAGES): number {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= last ? page : 1
}

/** No list has more, so that no offset is too large for the database. */
const MAX_PAGES = 1_000_000

/** The `?before=` id from which a list continues; null, for its start, if missing or invalid. */
export function beforeOf(request: Request): number | null {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return Number.isInteger(before) && before > 0 && before <= MAX_ID ? before : null
}

/**
 * Whether a browser itself requests a whole page, as for a form without our script: an action then responds with a
 * redirect. Our script requests data.
 */
export function wantsPage(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/**
 * The response to an accepted form. A browser without JavaScript is redirected to a page that shows the message;
 * otherwise the page stays, and `sendForm` shows it in a toast.
 */
export function formDone(request: Request, redirectTo: string, message: string) {
  return wantsPage(request) ? redirectWithFlash(redirectTo, message) : data({ errors: null, message })
}
