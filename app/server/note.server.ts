import { redirect } from 'react-router'
import { cookieIn, cookieOf, setCookie } from './cookies.server.ts'

/** What a page says above all else, once: what became of a form that was sent without our script. */
export type Note = { text: string; isFault: boolean }

/** For as long as a redirect takes. */
const NOTE_S = 60
/** Stands before the text of a fault. */
const FAULT = '!'

/**
 * Leads on to the path `next`, a page of any kind, which says the text. A cookie carries it: an address would say it again
 * to whomever it is given, whether or not it has happened.
 */
export function leadOn(next: string, text: string, { isFault = false } = {}): Response {
  const cookie = setCookie(cookieOf('note', (isFault ? FAULT : '') + text), NOTE_S)
  return redirect(next, { status: 303, headers: { 'Set-Cookie': cookie } })
}

/** What the page that is asked for is to say, with the Set-Cookie header after which the next one does not; null without. */
export function takeNote(request: Request): { note: Note; cookie: string } | null {
  const said = cookieIn(request.headers.get('cookie'), 'note')
  if (!said) return null
  const isFault = said.startsWith(FAULT)
  return {
    note: { text: isFault ? said.slice(FAULT.length) : said, isFault },
    cookie: setCookie(cookieOf('note', ''), 0),
  }
}
