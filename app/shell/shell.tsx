import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useMatches, useNavigation, useNavigationType } from 'react-router'
import { PlayerDialogs } from '../players/player-dialogs.tsx'
import type { RouteHandle } from '../server/http-routes.server.ts'
import { Toasts } from '../ui/toast.tsx'
import { CardHearts } from './card-hearts.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { followedFrom, LinkNavigation } from './link-navigation.tsx'
import { PendingPage, usePendingPage } from './pending-page.tsx'
import { Sidebar } from './sidebar.tsx'
import { SignInEvents } from './sign-in-events.tsx'
import { useMoveKept } from './use-move-kept.ts'

/** What stands round every page; nothing but messages round one whose route has the handle `{ bare: true }`. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const busy = useNavigation().state !== 'idle'
  const pending = usePendingPage()
  const seen = useRef(pathname)
  useMoveKept()
  // Without data it shows that there is no such page, and that is no dead end only within the shell.
  const isBare = useMatches().some(({ handle, loaderData }) => loaderData && (handle as RouteHandle | undefined)?.bare)

  // Whoever comes back goes on from the link that they followed.
  const takeFocus = useEffectEvent(() => {
    const page = main.current
    page?.focus({ preventScroll: true })
    const look = () => document.activeElement === page && followedFrom(key, page)?.focus({ preventScroll: true })
    // The page may stand behind its shape for another moment.
    if (isBack) requestAnimationFrame(() => requestAnimationFrame(look))
  })
  useEffect(() => {
    for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
    if (seen.current !== pathname) takeFocus()
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
        Skip to the content
      </a>
      <Header />
      <Sidebar />
      {busy && <div className="loading-bar" role="status" aria-label="Loading" />}
      <div className="page">
        <main id="main" ref={main} tabIndex={-1} aria-busy={busy || undefined}>
          {pending && <PendingPage path={pending} />}
          <div hidden={pending !== null}>
            <CardHearts>{children}</CardHearts>
          </div>
        </main>
        <Footer />
      </div>
      <Toasts />
      <SignInEvents />
      <PlayerDialogs />
      <LinkNavigation />
    </div>
  )
}
