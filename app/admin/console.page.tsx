import { href, redirect } from 'react-router'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import type { Route } from './+types/console.page'

/** The console has no start page: this redirects operators to its first page. */
export async function loader({ request }: Route.LoaderArgs): Promise<never> {
  await requireStaff(request)
  throw redirect(href('/admin/games'))
}

export default function ConsolePage() {
  return null
}
