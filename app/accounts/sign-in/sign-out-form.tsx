import type { ReactNode } from 'react'
import { href, useFetcher } from 'react-router'

/**
 * Fetcher key under which the shell reads the response (app/shell/sign-in-events.tsx): the form is unmounted with the
 * session.
 */
export const SIGN_OUT = 'sign-out'

/** A button that signs out. Works without JavaScript. */
export function SignOutForm({
  children,
  className,
  formClassName,
}: {
  children: ReactNode
  className: string
  formClassName?: string
}) {
  const fetcher = useFetcher({ key: SIGN_OUT })
  return (
    <fetcher.Form method="post" action={href('/logout')} className={formClassName}>
      <button type="submit" className={className} disabled={fetcher.state !== 'idle'}>
        {children}
      </button>
    </fetcher.Form>
  )
}
