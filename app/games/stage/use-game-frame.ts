import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { showToast } from '../../ui/floating/toast.tsx'
import type { GameFrame } from './game-frame.ts'
import { mustReload } from './listed-hosts.ts'
import { type Saved, keepSaved, savedName, watchSaved } from './saved-games.ts'
import { useShortVisit } from './use-short-visit.ts'
import { reloadPage } from '../../lib/reload-page.ts'

/** Two retries, then another game (docs/product.md#loading-a-game). */
const RETRIES = 2

/**
 * A frame that has not loaded after this long has failed, since a cross-origin frame never reports an error. So has a
 * self-hosted game that is not ready by then. The limit is long because a slow phone needs seconds for a first picture.
 */
const LOAD_LIMIT_MS = 20_000

/**
 * A provider's frame that has loaded may show the browser's error page. The cover stays over it until the address is
 * known to respond, at most this long.
 */
const COVER_LIMIT_MS = 4000

/** A retry shows for at least this long, even if its failure is known at once. */
const RETRY_SHOWN_MS = 800

export type FrameState = 'waiting' | 'loading' | 'playing' | 'failed'

type Game = { id: number; slug: string; frame: GameFrame | null }

/**
 * The lifecycle of a game's frame: when it counts as loaded or failed, its retries, saved data and first view.
 * `isPlayed`: the game is certainly playing. `attempt` is the frame's key, so that a retry creates a new one. `onLeave`
 * is called when the player requests the keyboard back. `isPreview`: nothing counts, neither a view nor a failure.
 */
export function useGameFrame(
  { id, slug, frame }: Game,
  ref: RefObject<HTMLIFrameElement | null>,
  { onLeave, isPreview = false }: { onLeave?: (() => void) | undefined; isPreview?: boolean | undefined } = {},
) {
  const [state, setState] = useState<FrameState>('waiting')
  const [attempt, setAttempt] = useState(0)
  /** Whether the frame of this attempt has loaded, whatever its content. */
  const [hasLoaded, setLoaded] = useState(false)
  /** Whether the address is known to respond. A provider's frame also loads if it shows the browser's error page. */
  const [isMounted, setMounted] = useState(false)
  /** What this visit has reported to the portal. */
  const counted = useRef({ view: false, failure: false })
  const isSelfHosted = frame?.isSelfHosted ?? false
  const src = frame?.src
  const saves = savedName({ id, slug, frame })

  const fail = useCallback(() => {
    setState('failed')
    showToast({ title: 'Failed to load game', tone: 'error', ofPage: true })
  }, [])

  const play = useCallback(() => {
    setState((was) => (was === 'loading' ? 'playing' : was))
  }, [])

  const leave = useCallback(() => {
    if (document.activeElement !== ref.current) return
    ref.current?.blur()
    onLeave?.()
  }, [ref, onLeave])

  // The frame is created in the browser, so that its load event is never missed.
  useEffect(() => {
    if (src !== undefined && !isSelfHosted && mustReload(src)) return reloadPage()
    setState('loading')
    setLoaded(false)
    setMounted(isSelfHosted)
    if (src !== undefined) return
    const timer = setTimeout(
      () => {
        showToast({ title: 'Game URL is missing. Please try another game.', tone: 'error', ofPage: true })
        setState('failed')
      },
      attempt > 0 ? RETRY_SHOWN_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [src, isSelfHosted, attempt])

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(fail, LOAD_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [state, fail])

  // The probe continues after the cover has disappeared.
  useEffect(() => {
    if (src === undefined || isSelfHosted || mustReload(src)) return
    const leaving = new AbortController()
    const shown = attempt > 0 ? new Promise((resolve) => setTimeout(resolve, RETRY_SHOWN_MS)) : null
    void Promise.all([isUnreachable(id, src, leaving.signal), shown]).then(([isDown]) => {
      if (leaving.signal.aborted) return
      if (isDown) fail()
      else setMounted(true)
    })
    return () => leaving.abort()
  }, [src, isSelfHosted, id, attempt, fail])

  // Self-hosted games report that they are ready. For providers' games, which report nothing, the probe of the address
  // decides.
  useEffect(() => {
    if (state !== 'loading' || !hasLoaded || isSelfHosted) return
    if (isMounted) return play()
    const timer = setTimeout(play, COVER_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [state, hasLoaded, isSelfHosted, isMounted, play])

  useEffect(() => {
    if (state === 'playing') focusFrame(ref.current)
  }, [state, ref])

  const isPlayed = state === 'playing' && isMounted
  useEffect(() => {
    if (!isPlayed || isPreview || counted.current.view) return
    counted.current.view = true
    void fetch(href('/game/:id/views', { id: String(id) }), { method: 'POST', keepalive: true }).catch(() => {})
  }, [isPlayed, isPreview, id])

  useShortVisit(id, isPlayed && !isPreview)

  useEffect(() => {
    if (state !== 'failed' || isPreview || counted.current.failure || !navigator.onLine) return
    counted.current.failure = true
    void fetch(href('/game/:id/failures', { id: String(id) }), { method: 'POST', keepalive: true }).catch(() => {})
  }, [state, isPreview, id])

  useEffect(() => {
    if (!isSelfHosted) return
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== ref.current?.contentWindow || !isBridgeMessage(event.data)) return
      if (event.data.type === 'ready') play()
      else if (event.data.type === 'leave') leave()
      else keepSaved(saves, event.data.key, event.data.value)
    }
    const leaving = new AbortController()
    const { signal } = leaving
    window.addEventListener('message', onMessage, { signal })
    // An opaque origin can only be addressed as `*`.
    const postSaved = (saved: Saved) =>
      ref.current?.contentWindow?.postMessage({ playhall: 1, type: 'saved', saved }, '*')
    watchSaved(saves, postSaved, signal)
    return () => leaving.abort()
  }, [isSelfHosted, saves, ref, play, leave])

  const loaded = () => setLoaded(true)
  const retry = () => {
    if (attempt < RETRIES) setAttempt(attempt + 1)
    else
      showToast({
        title: 'Game failed to load after multiple attempts. Please try another game.',
        tone: 'error',
        ofPage: true,
      })
  }
  return { state, isPlayed, attempt, isLastAttempt: attempt >= RETRIES, loaded, retry }
}

type BridgeMessage =
  | { playhall: 1; type: 'ready' }
  | { playhall: 1; type: 'leave' }
  | { playhall: 1; type: 'save'; key: string; value: string | null }

function isBridgeMessage(message: unknown): message is BridgeMessage {
  if (typeof message !== 'object' || message === null || !('playhall' in message) || !('type' in message)) return false
  if (message.type === 'ready' || message.type === 'leave') return true
  const { key, value } = message as { key?: unknown; value?: unknown }
  return message.type === 'save' && typeof key === 'string' && (typeof value === 'string' || value === null)
}

/**
 * Whether a provider's address certainly does not respond. The server probes it. If the server cannot tell, since it
 * may be cut off itself, a failed request of the browser decides.
 */
async function isUnreachable(id: number, src: string, signal: AbortSignal): Promise<boolean> {
  const [server, browser] = await Promise.all([
    fetch(href('/game/:id/probe', { id: String(id) }), { signal })
      .then((answer) => answer.json() as Promise<{ address: string }>)
      .then(({ address }) => address)
      .catch(() => 'unknown'),
    fetch(src, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', signal }).then(
      () => true,
      () => signal.aborted,
    ),
  ])
  return server === 'gone' || (server !== 'up' && !browser)
}

/** Focuses the game, unless the visitor is already busy elsewhere on the page. */
function focusFrame(frame: HTMLIFrameElement | null): void {
  const active = document.activeElement
  const idle = !active || active === document.body || active.id === 'main' || active.contains(frame)
  if (idle && frame && scrollY < frame.getBoundingClientRect().bottom + scrollY) frame.focus({ preventScroll: true })
}
