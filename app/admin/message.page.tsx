import { href } from 'react-router'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/message.page'
import { loadMessage } from './load-message.server.ts'
import { MessageScreen } from './message-screen.tsx'

export function loader({ request, params }: Route.LoaderArgs) {
  return loadMessage(request, params.id)
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Message',
    description: 'What somebody wrote to the operators.',
    path: href('/admin/inbox/:id', params),
    noindex: true,
  })
}

export default function MessagePage({ loaderData }: Route.ComponentProps) {
  return <MessageScreen {...loaderData} />
}
