import type { ReactNode } from 'react'
import { href, useFetcher } from 'react-router'

/**
 * The fetcher key with which the shell reads the response (app/shell/sign-in-events.tsx), since the form is unmounted
 * when the session ends.
 */
export const SIGN_OUT = 'sign-out'

/** A button that signs the player out. It works without JavaScript. */
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
