import { useEffect, useEffectEvent, useState } from 'react'
import { createPath, PrefetchPageLinks, useLocation, useNavigate, useNavigation } from 'react-router'
import { loginHrefHere } from '../accounts/login-href.ts'
import { needsNewDocument } from '../ads/ad-document.ts'
import { isReloading, reloadPage } from '../lib/reload-page.ts'

const INTENT_MS = 90

/** Pages that a sign-in does not return to. */
const NO_RETURN = /^\/($|login|signup|logout|forgot|reset|verify)/

/** Sweeping over a hundred cards is not intent: prefetching must not use up a visitor's rate limit. */
const AHEAD_A_MINUTE = 20

/**
 * Cards and links are plain anchors: a router link on each of 140 cards makes rendering half as expensive again. One
 * handler turns clicks on them into client navigation, and one prefetches their pages once a click is likely.
 */
export function LinkNavigation() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const [intended, setIntended] = useState({ to: '', from: '' })
  const mean = useEffectEvent((to: string) => setIntended({ to, from: key }))

  useEffect(() => {
    const click = (event: MouseEvent) => {
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (event.button !== 0 || modified || event.defaultPrevented) return
      const path = pagePath(event.target)
      if (path === null) return
      event.preventDefault()
      const to = path === '/login' && !NO_RETURN.test(location.pathname) ? loginHrefHere() : path
      if (needsNewDocument(to)) return location.assign(to)
      // Nothing else closes a menu whose link leads to the current page or another list of it.
      const menu = (event.target as Element).closest<HTMLElement>('[popover]')
      menu?.hidePopover()
      followed.set(key, path)
      const turns = isOtherPage(to)
      // As without script, a link to the current page adds no entry to the history.
      const replace = to === location.pathname + location.search + location.hash
      const navigated = navigate(to, { replace, preventScrollReset: turns || isSamePage(to) })
      if (turns) void Promise.resolve(navigated).then(() => scrollToTop(to))
    }
    let timer = 0
    const intend = (event: Event) => {
      clearTimeout(timer)
      const to = opensDialog(event.target) ? null : pagePath(event.target)
      if (to !== null) timer = window.setTimeout(() => mayFetchAhead() && mean(to), INTENT_MS)
    }
    const stopped = new AbortController()
    const { signal } = stopped
    document.addEventListener('click', click, { signal })
    for (const type of ['pointerover', 'focusin', 'touchstart'])
      document.addEventListener(type, intend, { passive: true, signal })
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [navigate, key])

  useNewDocuments()
  usePlaceholders()
  // On the next page it would be prefetched again, and may no longer exist, such as a question before deleting.
  return intended.from === key ? <PrefetchPageLinks key={intended.to} page={intended.to} /> : null
}

/**
 * If a page's script is missing, such as after an upgrade, React Router reloads the current page, even if that page was
 * only prefetched. From then on, links load new documents instead. Browsers without the Navigation API (Firefox before
 * 147, Safari before 26.2) still reload.
 */
function useNewDocuments(): void {
  const { state, location: to } = useNavigation()
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    const prevent = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated || isReloading()) return
      event.preventDefault()
      setOld(true)
    }
    window.navigation?.addEventListener('navigate', prevent, { signal })
    return () => stopped.abort()
  }, [])
  useEffect(() => {
    if (!isOld || state !== 'loading') return
    location.assign(createPath(to))
    // After going back to this document, its router would still wait for the script.
    addEventListener('pageshow', ({ persisted }) => persisted && reloadPage())
  }, [isOld, state, to])
}

/** The last followed link of each page of this visit, by the key of its history entry. */
const followed = new Map<string, string>()

/** The link that was followed from a page, to focus it when the visitor goes back. */
export function followedFrom(key: string, within: HTMLElement | null): HTMLElement | null | undefined {
  const path = followed.get(key)
  return path ? within?.querySelector<HTMLElement>(`a[href="${CSS.escape(path)}"]`) : null
}

const fetchedAhead: number[] = []

function mayFetchAhead(): boolean {
  const now = performance.now()
  while (fetchedAhead[0] !== undefined && now - fetchedAhead[0] > 60_000) fetchedAhead.shift()
  return fetchedAhead.length < AHEAD_A_MINUTE && fetchedAhead.push(now) > 0
}

/** A player's name opens a dialog (app/players/player-dialogs.tsx), so the player's page is not prefetched. */
function opensDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a[data-profile]') !== null
}

/** The path of the link under an event; null if it is not a page that our router serves. */
function pagePath(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (
    !link ||
    (link.target && link.target !== '_self') ||
    link.hasAttribute('download') ||
    link.origin !== location.origin
  )
    return null
  if (/^\/(play|pictures|files)\//.test(link.pathname) || /\.(xml|txt)$/.test(link.pathname)) return null
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return null
  return link.pathname + link.search + link.hash
}

/** Choosing another tag keeps the scroll position. */
function isSamePage(to: string): boolean {
  return to.startsWith('/tags') && location.pathname === '/tags'
}

/** Returns whether a link leads to another page of the current list: the URLs differ only in `PAGE_PARAMS`. */
function isOtherPage(to: string): boolean {
  const here = location.pathname + location.search
  return to !== here && listOf(to) === listOf(here)
}

const PAGE_PARAMS = ['page', 'after', 'before']

function listOf(path: string): string {
  const url = new URL(path, location.origin)
  for (const name of PAGE_PARAMS) url.searchParams.delete(name)
  return url.href
}

/** Scrolls up visibly (docs/product.md#navigation), unless the visitor has navigated elsewhere meanwhile. */
function scrollToTop(to: string): void {
  if (location.pathname + location.search !== to) return
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: smooth ? 'smooth' : 'auto' })
  // Keyboard navigation continues from there, too.
  document.getElementById('main')?.focus({ preventScroll: true })
}

/**
 * Replaces pictures that fail to load (docs/product.md#missing-pictures), including those that failed before this ran.
 */
function usePlaceholders(): void {
  useEffect(() => {
    const replace = ({ target: picture }: { target: EventTarget | null }) => {
      if (!(picture instanceof HTMLImageElement) || picture.src.endsWith('/placeholder.svg')) return
      picture.removeAttribute('srcset')
      // A game's picture falls back to the game's poster. Other pictures, and a poster that fails, fall back to the
      // placeholder.
      const [ofGame] = /^\/pictures\/\d+\/(?=\d+$)/.exec(new URL(picture.src).pathname) ?? []
      picture.src = ofGame ? `${ofGame}poster` : '/placeholder.svg'
    }
    for (const picture of document.images)
      if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc) replace({ target: picture })
    document.addEventListener('error', replace, true)
    return () => document.removeEventListener('error', replace, true)
  }, [])
}
