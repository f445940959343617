import { useEffect, useEffectEvent, useState } from 'react'
import { PrefetchPageLinks, useLocation, useNavigate } from 'react-router'
import { loginHrefHere } from '../accounts/login-href.ts'

const INTENT_MS = 90

/** Pages to which nobody is led back once they have signed in. */
const NOT_BACK = /^\/($|login|signup|logout|forgot-|reset-|verify-)/

/** Whoever sweeps over a hundred cards means none of them: fetching ahead must not use up a visitor's limit. */
const AHEAD_A_MINUTE = 20

/**
 * Cards and links are plain anchors: a router link on each of 140 cards makes rendering half as dear again. One handler
 * turns clicks on them into client navigation, one fetches what they lead to as soon as they are meant.
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
      const to = path === '/login' && !NOT_BACK.test(location.pathname) ? loginHrefHere() : path
      followed.set(key, path)
      const turns = isOtherPage(to)
      const gone = navigate(to, { preventScrollReset: turns || isOwnPlace(to) })
      if (turns) void Promise.resolve(gone).then(() => scrollToTop(to))
    }
    let timer = 0
    const intend = (event: Event) => {
      clearTimeout(timer)
      const to = opensDialog(event.target) ? null : pagePath(event.target)
      if (to !== null) timer = window.setTimeout(() => mayFetchAhead() && mean(to), INTENT_MS)
    }
    document.addEventListener('click', click)
    document.addEventListener('pointerover', intend, { passive: true })
    document.addEventListener('focusin', intend)
    document.addEventListener('touchstart', intend, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', click)
      document.removeEventListener('pointerover', intend)
      document.removeEventListener('focusin', intend)
      document.removeEventListener('touchstart', intend)
    }
  }, [navigate, key])

  usePlaceholders()
  // On the next page it would be fetched anew, and may be gone: a question before deleting is.
  return intended.from === key ? <PrefetchPageLinks key={intended.to} page={intended.to} /> : null
}

/** What was followed last from each page of this visit, by the key of its place in the history. */
const followed = new Map<string, string>()

/** The link of a page that one left it by, for the focus of who comes back. */
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

/** A player's name opens a dialog (app/players/player-dialogs.tsx): their page is not what comes next. */
function opensDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a[data-profile]') !== null
}

/** Where the link under an event leads, as a path of ours that the router serves; null for all others. */
function pagePath(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (
    !link ||
    (link.target && link.target !== '_self') ||
    link.hasAttribute('download') ||
    link.origin !== location.origin
  )
    return null
  if (/^\/(play|pictures)\//.test(link.pathname) || /\.(xml|txt)$/.test(link.pathname)) return null
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return null
  return link.pathname + link.search + link.hash
}

/** Choosing another tag stays where one is. */
function isOwnPlace(to: string): boolean {
  return to.startsWith('/tags') && location.pathname === '/tags'
}

/** Another page of the list that is open: same path and query, but for the page's number. */
function isOtherPage(to: string): boolean {
  const [from, next] = [location.href, to].map((address) => new URL(address, location.origin))
  if (!from || !next || from.searchParams.get('page') === next.searchParams.get('page')) return false
  for (const { searchParams } of [from, next]) searchParams.delete('page')
  return from.pathname + from.search === next.pathname + next.search
}

/** The way up is seen (docs/product.md, Screens), unless somebody went elsewhere meanwhile. */
function scrollToTop(to: string): void {
  if (location.pathname + location.search !== to) return
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: smooth ? 'smooth' : 'auto' })
  // The keyboard goes on from there, too.
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** A picture that does not come is replaced (docs/product.md, Screens), also one that failed before this ran. */
function usePlaceholders(): void {
  useEffect(() => {
    const replace = (picture: EventTarget | null) => {
      if (!(picture instanceof HTMLImageElement) || picture.src.endsWith('/placeholder.svg')) return
      picture.removeAttribute('srcset')
      // A game's picture has the game's poster beside it; what is no such picture, or has failed twice, the placeholder.
      const [ofGame] = /^\/pictures\/\d+\/(?=\d+$)/.exec(new URL(picture.src).pathname) ?? []
      picture.src = ofGame ? `${ofGame}poster` : '/placeholder.svg'
    }
    const failed = (event: Event) => replace(event.target)
    for (const picture of document.images)
      if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc) replace(picture)
    document.addEventListener('error', failed, true)
    return () => document.removeEventListener('error', failed, true)
  }, [])
}
