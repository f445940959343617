import { useEffect } from 'react'
import { type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router'
import { showToast } from '../ui/toast.tsx'
import { noticeOf } from './notice.ts'
import { tellTabs } from './tabs.ts'

/** How long the message of a sign-in is seen before the page changes (docs/product.md, Accounts). */
const REDIRECT_MS = 500

/** Says that somebody has signed in on this page, and goes on to `next`; does nothing while that is undefined. */
export function useSignedIn(next: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (next === undefined) return
    showToast(noticeOf('signed-in'))
    tellTabs('signed-in')
    const timer = setTimeout(() => void navigate(next, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [next, navigate])
}

/** The `shouldRevalidate` of a page that signs in: its loader would send whoever has just done so on at once. */
export function staysForMessage({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate
}
