import { href } from 'react-router'
import { pageMeta } from '../../site/page-meta.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/deleted.page'

export function headers() {
  return cacheHeaders()
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Your account is deleted',
    description: 'Your account and everything that belonged to it have been deleted.',
    path: href('/account/deleted'),
    noindex: true,
  })
}

/** Shown after a deletion without JavaScript. */
export default function DeletedPage() {
  return (
    <EmptyState
      heading="h1"
      title="Your account is deleted"
      action={
        <ButtonLink look="primary" href={href('/')}>
          Browse Games
        </ButtonLink>
      }
    >
      Thank you for playing. You can still play all games without an account.
    </EmptyState>
  )
}
