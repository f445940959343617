import { useEffect, useRef } from 'react'
import { href, useFetcher, useLocation, useNavigate, useNavigation } from 'react-router'
import { SIGN_OUT } from '../accounts/sign-out-form.tsx'
import { showCredits } from '../credits/fresh-credits.ts'
import { loginHrefHere } from '../accounts/login-href.ts'
import { noticeOf, takeNotice } from '../accounts/notice.ts'
import { onSignedOut } from '../forms/failures.ts'
import { isTyped } from '../forms/is-typed.ts'
import type { Refusal } from '../forms/read-form.ts'
import { forgetDrafts } from '../forms/forget-draft.ts'
import { hearTabs, tellTabs } from '../accounts/tabs.ts'
import { useAnswer } from '../forms/use-answer.ts'
import { showToast } from '../ui/toast.tsx'
import { useRefresh } from '../ui/use-refresh.ts'

/** How long the message of a sign-out is seen before the page changes (docs/product.md, Accounts). */
const REDIRECT_MS = 500

/** What every page says and does when somebody signs in or out, here or elsewhere (docs/product.md, Accounts). Shows nothing itself. */
export function SignInEvents() {
  useNotices()
  useSignOut()
  useOtherTabs()
  useEndedSession()
  useKeptPage()
  return null
}

/** Says what a redirect of the whole document left to be said. */
function useNotices(): void {
  const { key } = useLocation()
  useEffect(() => {
    const notice = takeNotice()
    if (!notice) return
    showToast(notice.says)
    if (notice.name === 'signed-out' || notice.name === 'account-deleted') forgetDrafts()
    if (notice.name === 'signed-in' || notice.name === 'signed-out') tellTabs(notice.name)
  }, [key])
}

/** Whichever form of the page signed out: says so, and goes to the sign-in page. */
function useSignOut(): void {
  const data = useAnswer(useFetcher<{ isSignedOut?: true } & Partial<Refusal>>({ key: SIGN_OUT }))
  const navigate = useNavigate()
  const isGoing = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    isGoing.current = state !== 'idle'
  }, [state])
  useEffect(() => {
    if (!data) return
    if (!data.isSignedOut) return showToast({ title: 'Failed to log out', text: data.errors?.form, tone: 'error' })
    forgetDrafts()
    showToast(noticeOf('signed-out'))
    tellTabs('signed-out')
    const from = location.href
    const timer = setTimeout(() => {
      // Who has gone on by then is left alone.
      if (location.href === from && !isGoing.current) void navigate(href('/login'))
    }, REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [data, navigate])
}

/** Stays where it is, since something may be typed here; only what the page knows of its player changes. */
function useOtherTabs(): void {
  const refresh = useRefresh()
  useEffect(
    () =>
      hearTabs((event) => {
        if (typeof event === 'number') return showCredits(event)
        showToast(noticeOf(event))
        void refresh()
      }),
    [refresh],
  )
}

/**
 * A change was refused since nobody is signed in any more. The page stays as it is while something is typed on it, which may
 * be needed once one is signed in again; else it shows no more of the player.
 */
function useEndedSession(): void {
  const refresh = useRefresh()
  useEffect(
    () =>
      onSignedOut((message) => {
        showToast({ title: message, tone: 'error', action: { label: 'Login', href: loginHrefHere() } })
        if (!isTyped()) void refresh()
      }),
    [refresh],
  )
}

/** A page that the browser kept for going back still shows who was signed in when it was left. */
function useKeptPage(): void {
  const refresh = useRefresh()
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh()
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [refresh])
}
