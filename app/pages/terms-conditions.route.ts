import { href, redirect } from 'react-router'
import { sharedPage } from '../server/shared-page.server.ts'

/** Another name of the terms. */
export function loader() {
  return redirect(href('/terms'), { status: 301, headers: sharedPage() })
}
