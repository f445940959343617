import type { ReactNode } from 'react'
import { href, useFetcher } from 'react-router'

/** The shell waits for the answer under this name (app/shell/sign-in-events.tsx): what holds the form goes away with the session. */
export const SIGN_OUT = 'sign-out'

/** A button that signs out, wherever it stands. Works without our script. */
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
