import { href } from 'react-router'

/** The sign-in page, which leads back to the rewards. */
export const REWARDS_LOGIN = `/login?next=${encodeURIComponent(href('/rewards'))}`

/** A page of the history; the first is the page of rewards itself. */
export function historyHref(page: number): string {
  return `${href('/rewards')}${page > 1 ? `?page=${page}` : ''}#history`
}
