import { data } from 'react-router'
import { log } from './log.server.ts'
import { leadOn } from './note.server.ts'

/** An answer of one sentence. */
export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}

/** What the screen says in place of something that is not there, in the words of what was looked for (app/shell/error-screen.tsx). */
export type Missing = {
  /** In the title of the window, before the name of the site. */
  name: string
  title: string
  text: string
  action: { label: string; href: string }
}

/**
 * To be thrown where nothing is found. A page says it in the words of what was looked for, on a screen in place of its own,
 * and may be shared as others are (`cacheHeaders`); an endpoint in one sentence.
 */
export function notFound(missing: Missing | string, headers: Record<string, string> = {}) {
  return typeof missing === 'string' ? plain(404, missing, headers) : data(missing, { status: 404, headers })
}

/** To be thrown for an address that nobody knows, or that is nobody's business. The path is logged. */
export function noSuchPage(request: Request): Response {
  log().info({ missing: new URL(request.url).pathname.slice(0, 200) }, 'No such page')
  return new Response(null, { status: 404, statusText: 'Not Found' })
}

/** The id in an address: a whole number from 1 that the database can hold. Throws `notFound(missing)` for anything else. */
export function idOf(text: string, missing: Missing | string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity
  if (id > MAX_ID) throw notFound(missing)
  return id
}

const MAX_ID = 2_147_483_647

/** The page of a list that an address asks for by `?page=`. Invalid numbers, and those above `last`, give 1. */
export function pageOf(request: Request, last = MOST_PAGES): number {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= last ? page : 1
}

/** No list has more, so that no offset is too large for the database. */
const MOST_PAGES = 1_000_000

/** The id by `?before=` from which a list continues; null, for its start, where there is none. */
export function beforeOf(request: Request): number | null {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return Number.isInteger(before) && before > 0 && before <= MAX_ID ? before : null
}

/**
 * Whether a browser asks for a whole page by itself, as it does for a form without our script: then an action answers
 * with a redirect. Our script asks for data.
 */
export function wantsPage(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/**
 * The response to a form that was accepted. A browser without JavaScript is redirected to a page that shows the message; otherwise the
 * page stays and `sendForm` shows it in a toast.
 */
export function formDone(request: Request, redirectTo: string, message: string) {
  return wantsPage(request) ? leadOn(redirectTo, message) : data({ errors: null, message })
}
