import { type AdSlotName, type AdSettings } from '../site/ad-places.ts'
import { allowsAds } from './ad-document.ts'
import { askForConsent, readConsent } from './consent.ts'

/** The distance from the viewport at which a slot begins to load. */
const AHEAD = '400px'
const SLOT = '[data-ad]:not([data-ad-state])'

declare global {
  interface Window {
    adsbygoogle?: object[]
  }
}

let isRunning = false

/**
 * Fills the ad slots of this page, and of later pages in the same document, when they come near the viewport. It waits
 * until the page has loaded and, where the law requires consent, until the visitor accepts. Does nothing in a document
 * that was rendered without slots: its policy blocks the network's script (app/server/http/security-headers.server.ts).
 */
export function runAds(settings: AdSettings): void {
  if (isRunning || !allowsAds) return
  isRunning = true
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        fill(target as HTMLElement, settings)
      }
    },
    { rootMargin: AHEAD },
  )
  const begin = () => {
    const look = () => document.querySelectorAll<HTMLElement>(SLOT).forEach((slot) => watch(slot, near))
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  }
  const consent = readConsent()
  if (consent === 'no') return
  afterThePage(() => (consent === 'yes' ? begin() : askForConsent(begin)))
}

function watch(slot: HTMLElement, near: IntersectionObserver): void {
  slot.dataset.adState = 'waiting'
  near.observe(slot)
}

function fill(slot: HTMLElement, { client, units, script }: AdSettings): void {
  if (!slot.isConnected) return
  load(script, client)
  const unit = units[slot.dataset.ad as AdSlotName]
  const width = slot.clientWidth
  // The height does not include the label above the ad.
  const height = slot.clientHeight - Number.parseFloat(getComputedStyle(slot).paddingTop)
  const ad = document.createElement('ins')
  ad.className = 'adsbygoogle'
  ad.style.cssText = `display:block;width:${Math.floor(width)}px;height:${Math.floor(height)}px`
  ad.dataset.adClient = client
  if (unit) ad.dataset.adSlot = unit
  slot.append(ad)
  slot.dataset.adState = 'filled'
  ;(window.adsbygoogle ??= []).push({})
}

let isLoaded = false

function load(address: string, client: string): void {
  if (isLoaded) return
  isLoaded = true
  const script = document.createElement('script')
  const source = new URL(address)
  source.searchParams.set('client', client)
  Object.assign(script, { src: source.href, async: true, crossOrigin: 'anonymous' })
  document.head.append(script)
}

/** Waits until the page has loaded and the browser is idle, so that the content comes first. */
function afterThePage(begin: () => void): void {
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 3000 }) : setTimeout(begin, 1000)
  if (document.readyState === 'complete') idle()
  else window.addEventListener('load', idle, { once: true })
}
