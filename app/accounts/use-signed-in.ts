import { useEffect } from 'react'
import { type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router'
import { showToast } from '../ui/floating/toast.tsx'
import { noticeOf } from './notice.ts'
import { postToTabs } from './tabs.ts'

/** How long the sign-in message is visible before the page changes, in ms (docs/product.md#signing-up-and-in). */
const REDIRECT_MS = 500

/**
 * Announces a sign-in on this page and in other tabs, then navigates to `next`. Has no effect while `next` is
 * undefined.
 */
export function useSignedIn(next: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (next === undefined) return
    showToast(noticeOf('signed-in'))
    postToTabs('signed-in')
    const timer = setTimeout(() => void navigate(next, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [next, navigate])
}

/**
 * The `shouldRevalidate` of a sign-in page. It skips the loader after the form, since the loader would redirect before
 * the message is visible.
 */
export function staysForMessage({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate
}
