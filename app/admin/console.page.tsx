import { href, redirect } from 'react-router'
import { requireOperator } from '../accounts/operators/require-operator.server.ts'
import type { Route } from './+types/console.page'

/** The console has no start page: this redirects operators to its first page. */
export async function loader({ request }: Route.LoaderArgs): Promise<never> {
  await requireOperator(request)
  throw redirect(href('/admin/moderation'))
}

export default function ConsolePage() {
  return null
}
