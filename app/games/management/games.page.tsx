import { href } from 'react-router'
import { requireOperator } from '../../accounts/operators/require-operator.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import type { Route } from './+types/games.page'

export async function loader({ request }: Route.LoaderArgs) {
  await requireOperator(request)
  return null
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Games',
    description: 'All games, public or not.',
    path: href('/admin/games'),
    noindex: true,
  })
}

export default function GamesPage() {
  return <h1>Games</h1>
}
