import { data, redirect } from 'react-router'

/**
 * Whether a browser asks for a whole page by itself, as it does for a form without our script: then an action answers
 * with a redirect. Our script asks for data.
 */
export function wantsPage(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/** Answers a form that was taken: a browser without our script goes on to `next`, our script stays where it is. */
export function answerDone(request: Request, next: string) {
  return wantsPage(request) ? redirect(next, 303) : data({ errors: null })
}
