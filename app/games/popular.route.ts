import { redirect } from 'react-router'
import { sharedPage } from '../lib/shared-page.ts'
import { categoryHref } from './games-href.ts'

export function loader() {
  return redirect(categoryHref('popular'), { status: 301, headers: sharedPage('games') })
}
