import { href } from 'react-router'
import { loginHref } from '../accounts/login-href.ts'

/** The sign-in page, returning to the rewards. */
export const REWARDS_LOGIN = loginHref(href('/rewards'))

/** A page of the history; the first is the rewards page itself. */
export function historyHref(page: number): string {
  return `${href('/rewards')}${page > 1 ? `?page=${page}` : ''}#history`
}
