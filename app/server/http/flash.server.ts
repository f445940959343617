import { redirect } from 'react-router'
import { cookieIn, cookieOf, setCookie } from '../sessions/cookies.server.ts'

/** A flash message: shown once at the top of a page, with the result of a form that was sent without JavaScript. */
export type Note = { text: string; isFault: boolean }

/** In seconds: long enough for a redirect. */
const NOTE_S = 60
/** Marks the text of an error. */
const FAULT = '!'

/**
 * Redirects to the path of any page, which shows the text once. A cookie contains the text. In the URL, it would be
 * shown again to everyone who gets the link, even if nothing has happened.
 */
export function redirectWithFlash(next: string, text: string, { isFault = false } = {}): Response {
  const cookie = setCookie(cookieOf('note', (isFault ? FAULT : '') + text), NOTE_S)
  return redirect(next, { status: 303, headers: { 'Set-Cookie': cookie } })
}

/**
 * Returns the flash message for the requested page, with the Set-Cookie header that deletes it; null if there is none.
 */
export function takeFlash(request: Request): { note: Note; cookie: string } | null {
  const value = cookieIn(request.headers.get('cookie'), 'note')
  if (!value) return null
  const isFault = value.startsWith(FAULT)
  return {
    note: { text: isFault ? value.slice(FAULT.length) : value, isFault },
    cookie: setCookie(cookieOf('note', ''), 0),
  }
}
