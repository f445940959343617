import { useEffect, useRef } from 'react'
import { useActionData, useFetcher, useNavigate } from 'react-router'
import { noticeOf } from './notice.ts'
import { tellTabs } from './tabs.ts'
import { showToast } from '../ui/toast.tsx'

/** How long the message of a sign-in is seen before the page changes (docs/product.md, Accounts). */
const REDIRECT_MS = 500

/** What the actions round signing in answer. */
export type AccountAnswer = {
  /** What is wrong with the fields, by name. */
  errors?: Record<string, string | undefined>
  /** What is wrong with the whole. */
  error?: string
  /** Signed in: where to go on. */
  next?: string
}

/**
 * A form that our script sends without leaving the page, and that the browser sends by itself where there is none. Says
 * failures as a toast, too, and goes on where the answer says that somebody is signed in.
 */
export function useAccountForm<Answer extends AccountAnswer>() {
  const fetcher = useFetcher<Answer>()
  const given = useActionData<Answer>()
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const answer = (fetcher.data ?? given) as Answer | undefined
  const next = answer?.next

  useEffect(() => {
    if (!answer) return
    if (answer.error) showToast({ title: answer.error, tone: 'error' })
    if (answer.errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [answer])

  useEffect(() => {
    if (next === undefined) return
    showToast(noticeOf('signed-in'))
    tellTabs('signed-in')
    const timer = setTimeout(() => void navigate(next, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [next, navigate])

  return {
    Form: fetcher.Form,
    form,
    answer,
    isBusy: fetcher.state !== 'idle' || next !== undefined,
    isSignedIn: next !== undefined,
  }
}
