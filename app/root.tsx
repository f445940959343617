import { type ReactNode, use, useEffect } from 'react'
import {
  href,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { needsNewDocument } from './ads/ad-document.ts'
import { menuCategories } from './games/arrangement/known-categories.ts'
import { emptyLinks } from './games/lists/empty-links.server.ts'
import display from './fonts/display.woff2?url'
import text from './fonts/text.woff2?url'
import { ListedHostsContext } from './games/stage/listed-hosts-context.ts'
import { RECENT_SCRIPT } from './games/recent/local-recent.ts'
import { VisitNotice } from './credits/streak/visit-notice.tsx'
import { NonceContext } from './ui/nonce.ts'
import { Note } from './ui/note.tsx'
import { config } from './server/process/config.server.ts'
import { takeFlash } from './server/http/flash.server.ts'
import { sendCookie } from './server/http/request-state.server.ts'
import { siteTexts } from './site/site-texts.server.ts'
import { loadShellPlayer } from './shell/load-player.server.ts'
import { ErrorScreen } from './shell/error-screen.tsx'
import { Shell } from './shell/shell.tsx'
import { reloadPage } from './lib/reload-page.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: text, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: display, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: href('/manifest.webmanifest') },
]

/** Passes on only the cache headers of an error, by which a loader lets a missing page be cached. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return [...(errorHeaders ?? [])].filter(([name]) => name === 'cache-control' || name === 'cache-tag')
}

export async function loader({ request }: Route.LoaderArgs) {
  const { siteName, siteUrl, ads } = config()
  const { player, cookie } = await loadShellPlayer(request)
  const taken = takeFlash(request)
  for (const one of [cookie, taken?.cookie]) if (one) sendCookie(one)
  return {
    player,
    note: taken?.note ?? null,
    name: siteName,
    url: siteUrl,
    ads: ads && { client: ads.client, units: ads.units, script: ads.script },
    footer: siteTexts().footer,
    empty: emptyLinks(),
    menu: menuCategories(),
  }
}

/** Whether the screen shows a player, or a note to a visitor. Set only in the browser. */
let isPersonal = false
/**
 * Whether something was sent since the root was loaded. A navigation can cancel the reload that follows, which is then
 * still due.
 */
let isDue = false

/**
 * For a visitor the root's data is the same on every page, until something is sent or a reload is requested
 * (`revalidate()`). A player's data is loaded with every page, since the session may have ended: by a sign-out whose
 * next page is a redirect, in another tab, or on another device. A refusal has changed nothing, and without a
 * connection a reload would replace the page with an error. A note is shown on one page only, to players and visitors.
 */
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  actionStatus = 200,
}: ShouldRevalidateFunctionArgs) {
  if (actionStatus >= 400) return false
  isDue ||= formMethod !== undefined && formMethod !== 'GET'
  return isPersonal || isDue || currentUrl.href === nextUrl.href
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const listedHosts = use(ListedHostsContext)
  const root = useRouteLoaderData<typeof loader>('root')
  const ads = root?.ads
  const isOwn = Boolean(root?.player ?? root?.note)
  useEffect(() => {
    isPersonal = isOwn
    isDue = false
  }, [isOwn, root])
  useEffect(() => {
    // Tells browser automation that keys and buttons work from now on.
    document.documentElement.dataset.live = ''
    window.dispatchEvent(new Event('live'))
    if (ads) void import('./ads/run-ads.ts').then(({ runAds }) => runAds(ads))
  }, [ads])
  return (
    <html lang="en" data-game-hosts={listedHosts} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1820" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fffdf9" />
        <Meta />
        <Links />
        <script nonce={nonce} suppressHydrationWarning>
          {RECENT_SCRIPT}
        </script>
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        {/* Started late: app/late-start.server.ts. */}
        <noscript id="scripts">
          <Scripts nonce={nonce} />
        </noscript>
      </body>
    </html>
  )
}

export default function Root({ loaderData: { note } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  // After a sign-out, or if a loader redirects to the sign-in page. Links load a new document themselves.
  const isReloading = needsNewDocument(pathname)
  useEffect(() => {
    if (isReloading) reloadPage()
  }, [isReloading])
  return (
    <Shell>
      {note && <Note {...note} />}
      {!isReloading && <Outlet />}
      <VisitNotice />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorScreen error={error} />
    </Shell>
  )
}
