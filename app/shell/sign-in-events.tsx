import { useEffect, useRef } from 'react'
import { href, useFetcher, useLocation, useNavigate, useNavigation } from 'react-router'
import { SIGN_OUT } from '../accounts/sign-in/sign-out-form.tsx'
import { showCredits } from '../credits/fresh-credits.ts'
import { loginHrefHere } from '../accounts/login-href.ts'
import { usePlayer } from '../accounts/use-player.ts'
import { noticeOf, consumeNotice } from '../accounts/notice.ts'
import { onSignedOut } from '../forms/failures.ts'
import { isTyped } from '../forms/is-typed.ts'
import { deleteDrafts } from '../forms/forget-draft.ts'
import { listenToTabs, postToTabs } from '../accounts/tabs.ts'
import { useAnswer } from '../forms/use-answer.ts'
import { showToast } from '../ui/floating/toast.tsx'
import { useRefresh } from '../ui/use-refresh.ts'

/** How long the message of a sign-out is visible before the page changes (docs/product.md#signing-up-and-in). */
const REDIRECT_MS = 500

/** Messages and updates on every page when somebody signs in or out, here or elsewhere. Renders nothing. */
export function SignInEvents() {
  useNotices()
  useOthersDrafts()
  useSignOut()
  useOtherTabs()
  useEndedSession()
  useRestoredPage()
  return null
}

/** Shows the notice that a full-page redirect left. */
function useNotices(): void {
  const { key } = useLocation()
  useEffect(() => {
    const notice = consumeNotice()
    if (!notice) return
    showToast(notice.toast)
    if (notice.name === 'signed-out' || notice.name === 'account-deleted') deleteDrafts()
    if (notice.name === 'signed-in' || notice.name === 'signed-out') postToTabs(notice.name)
  }, [key])
}

/** What another player typed before their session ended is not for this one. */
function useOthersDrafts(): void {
  const id = usePlayer()?.id
  useEffect(() => {
    if (id) deleteDrafts(id)
  }, [id])
}

/** The last sign-out after which the sign-in page was opened. An error page mounts `useSignOut` again. */
let handled: object | undefined

/** Opens the sign-in page after a sign-out by any form on the page. */
function useSignOut(): void {
  const data = useAnswer(useFetcher<{ isSignedOut: true } | null>({ key: SIGN_OUT }))
  const navigate = useNavigate()
  const isGoing = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    isGoing.current = state !== 'idle'
  }, [state])
  useEffect(() => {
    if (!data || data === handled) return
    const from = location.href
    const timer = setTimeout(() => {
      handled = data
      // Not if the visitor has navigated meanwhile.
      if (location.href === from && !isGoing.current) void navigate(href('/login'))
    }, REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [data, navigate])
}

/** Refreshes the data but stays on the page, since something may be typed here. */
function useOtherTabs(): void {
  const refresh = useRefresh()
  useEffect(
    () =>
      listenToTabs((event) => {
        if (typeof event === 'number') return showCredits(event)
        showToast(noticeOf(event))
        void refresh()
      }),
    [refresh],
  )
}

/**
 * A change was refused because the session has ended. The page stays as it is while something is typed on it, which may
 * be needed after signing in again. Otherwise it stops showing the player's data.
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

/** A page restored from the back/forward cache still shows the player who was signed in when it was left. */
function useRestoredPage(): void {
  const refresh = useRefresh()
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh()
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [refresh])
}
