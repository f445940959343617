import { href } from 'react-router'
import { loginHref } from '../accounts/login-href.ts'

/** Link to the sign-in page, which returns to the rewards page afterwards. */
export const REWARDS_LOGIN = loginHref(href('/rewards'))

/** Returns the link to a page of the history. The first page of the history is on the rewards page. */
export function historyHref(page: number): string {
  return `${href('/rewards')}${page > 1 ? `?page=${page}` : ''}#history`
}
