import { redirect } from 'react-router'
import { sharedPage } from '../../server/shared-page.server.ts'
import { categoryHref } from '../catalogue/games-href.ts'

export function loader() {
  return redirect(categoryHref('popular'), { status: 301, headers: sharedPage('games') })
}
