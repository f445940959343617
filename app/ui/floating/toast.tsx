import { Check, CircleAlert, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { focusIfLost } from './focus-if-lost.ts'

type Toast = {
  id: number
  title: string
  text?: string
  tone: 'success' | 'neutral' | 'error'
  /** A link, or a button that closes the toast and calls `onClick`. */
  action?: { label: string; href: string } | { label: string; onClick: () => void }
  /** True for a toast about the current page. It closes when another page opens. */
  ofPage?: boolean
}

/** How long a toast stays, in ms. */
const LIFE_MS = 5000

/** How long a toast with a link or a button stays, in ms: it takes time to read, to decide and to reach it. */
const ACTION_LIFE_MS = 10_000

/** Minimum time in ms for which a toast stays after the pointer or the focus leaves it. */
const LEFT_MS = 1500

/** Minimum time in ms for which a toast is visible before the next one replaces it. */
const SEEN_MS = 1200

/** The visible toast, if there is one. */
let shown: Toast[] = []
let shownSince = 0
let waiting: Toast[] = []
let turn: ReturnType<typeof setTimeout> | undefined
let nextId = 1
let dialog: HTMLElement | null = null
const listeners = new Set<() => void>()

/**
 * Shows a message for five seconds, or ten with an action, at the edge of the screen. Only one toast is visible at a
 * time. The next toast replaces it, at once if both have the same title. Screen readers announce an error at once and
 * any other message when they are idle.
 */
export function showToast(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
  const isSame = ({ title }: Toast) => title === toast.title
  if (shown.some(isSame)) shownSince = 0
  waiting = [...waiting.filter((one) => !isSame(one)), { tone: 'success', ...toast, id: nextId++ }]
  advance()
}

function advance(): void {
  clearTimeout(turn)
  const [next, ...others] = waiting
  if (!next) return
  const left = shown.length ? shownSince + SEEN_MS - performance.now() : 0
  if (left > 0) {
    turn = setTimeout(advance, left)
    return
  }
  ;[shown, waiting, shownSince] = [[next], others, performance.now()]
  notify()
  advance()
}

function drop(isDropped: (toast: Toast) => boolean): void {
  waiting = waiting.filter((toast) => !isDropped(toast))
  if (shown.some(isDropped)) shown = []
  notify()
  advance()
}

function closeToast(id: number): void {
  drop((toast) => toast.id === id)
}

/**
 * Shows toasts in a dialog, because everything outside it is dimmed and unreachable. Returns a function that moves them
 * back to the shell.
 */
export function toastsIn(opened: HTMLElement): () => void {
  dialog = opened
  notify()
  return () => {
    if (dialog === opened) dialog = null
    notify()
  }
}

function notify(): void {
  listeners.forEach((listener) => listener())
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none: Toast[] = []

/**
 * Renders toasts in the shell or in the open dialog. The live regions are rendered before their text, since screen
 * readers would not announce it otherwise.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(
    listen,
    () => shown,
    () => none,
  )
  const { pathname } = useLocation()
  const [page, setPage] = useState(pathname)
  useEffect(() => {
    if (page === pathname) return
    setPage(pathname)
    drop(({ ofPage = false }) => ofPage)
  }, [page, pathname])
  const place = useSyncExternalStore(
    listen,
    () => dialog,
    () => null,
  )
  const card = (toast: Toast) => <ToastCard key={toast.id} toast={toast} />
  const region = (here: Toast[], isReached: boolean) => (
    <div className="toasts" {...(isReached && { role: 'region', 'aria-label': 'Messages' })}>
      <div role="alert" aria-atomic="false">
        {here.filter(({ tone }) => tone === 'error').map(card)}
      </div>
      <div role="status" aria-atomic="false">
        {here.filter(({ tone }) => tone !== 'error').map(card)}
      </div>
    </div>
  )
  return (
    <>
      {region(place ? none : toasts, !place)}
      {place && createPortal(region(toasts, true), place)}
    </>
  )
}

const ICONS = { success: Check, neutral: Info, error: CircleAlert }

function ToastCard({ toast: { id, title, text, tone, action } }: { toast: Toast }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const left = useRef(action ? ACTION_LIFE_MS : LIFE_MS)
  const Icon = ICONS[tone]

  useEffect(() => {
    if (isHovered || isFocused) return
    const since = performance.now()
    const timer = setTimeout(() => closeToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(LEFT_MS, left.current - (performance.now() - since))
    }
  }, [id, isHovered, isFocused])

  const close = () => {
    closeToast(id)
    focusIfLost()
  }

  return (
    <div
      className="toast"
      data-tone={tone}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className="toast-icon">
        <Icon aria-hidden="true" />
      </span>
      <div>
        <strong>{title}</strong>
        {text && <p>{text}</p>}
        {action && 'href' in action && (
          <a href={action.href} className="text-link">
            {action.label}
          </a>
        )}
        {action && 'onClick' in action && (
          <button
            type="button"
            className="text-link"
            onClick={() => {
              close()
              action.onClick()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className="icon-button" aria-label="Close" onClick={close}>
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
