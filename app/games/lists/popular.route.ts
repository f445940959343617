import { redirect } from 'react-router'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { categoryHref } from '../catalogue/games-href.ts'

export function loader() {
  return redirect(categoryHref('popular'), { status: 301, headers: cacheHeaders('games') })
}
