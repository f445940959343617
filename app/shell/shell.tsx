import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useMatches, useNavigation, useNavigationType } from 'react-router'
import { usePlayer } from '../accounts/use-player.ts'
import { PlayerDialogs } from '../players/player-dialogs.tsx'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { Toasts } from '../ui/floating/toast.tsx'
import { CardHearts } from './card-hearts.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { followedFrom, LinkNavigation } from './link-navigation.tsx'
import { PendingPage, usePendingPage } from './pending-page.tsx'
import { Sidebar } from './sidebar.tsx'
import { SignInEvents } from './sign-in-events.tsx'
import { useMoveLocalData } from './use-move-local-data.ts'

/**
 * The frame around every page. A route with the handle `{ bare: true }` gets only toasts. One with `console` gets the
 * console's header and menu for operators; everyone else sees a not-found page there.
 */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const busy = useNavigation().state !== 'idle'
  const pending = usePendingPage()
  const seen = useRef(pathname)
  useMoveLocalData()
  const isOperator = usePlayer()?.isOperator
  const matches = useMatches() as { handle?: RouteHandle; loaderData: unknown }[]
  // Without data the page does not exist, and only the shell then offers a way on.
  const isBare = matches.some(({ handle, loaderData }) => loaderData && handle?.bare)
  const frame = isOperator && matches.find(({ handle }) => handle?.console)?.handle?.console

  // After going back, the focus returns to the link that was followed.
  const takeFocus = useEffectEvent(() => {
    const page = main.current
    page?.focus({ preventScroll: true })
    const look = () => document.activeElement === page && followedFrom(key, page)?.focus({ preventScroll: true })
    // The page may be hidden behind its skeleton for another moment.
    if (isBack) requestAnimationFrame(() => requestAnimationFrame(look))
  })
  useEffect(() => {
    // A menu that was opened before the script loaded stays open.
    if (seen.current === pathname) return
    for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
    takeFocus()
    seen.current = pathname
  }, [pathname])

  if (isBare) {
    return (
      <>
        <main id="main">{children}</main>
        <Toasts />
      </>
    )
  }
  return (
    <div className="shell">
      <a href="#main" className="skip-link button button-primary">
        Skip to content
      </a>
      {frame ? <frame.Header /> : <Header />}
      {frame ? <frame.Menu /> : <Sidebar />}
      {busy && <div className="loading-bar" role="status" aria-label="Loading" />}
      <div className="page">
        <main id="main" ref={main} tabIndex={-1} aria-busy={busy || undefined}>
          {pending && <PendingPage path={pending} />}
          <div hidden={pending !== null}>
            <CardHearts>{children}</CardHearts>
          </div>
        </main>
        {!frame && <Footer />}
      </div>
      <Toasts />
      <SignInEvents />
      <PlayerDialogs />
      <LinkNavigation />
    </div>
  )
}
