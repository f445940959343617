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
  /** Leads somewhere, or does something and closes the toast. */
  action?: { label: string; href: string } | { label: string; onClick: () => void }
  /** It is about the page, and closes when another page opens. */
  ofPage?: boolean
}

const LIFE_MS = 5000

/** Minimum time left when the pointer or the focus leaves. */
const LEFT_MS = 1500

/** Minimum time that a toast is visible before the next one replaces it. */
const SEEN_MS = 1200

/** The current toast, if any. */
let shown: Toast[] = []
let shownSince = 0
let waiting: Toast[] = []
let turn: ReturnType<typeof setTimeout> | undefined
let nextId = 1
let dialog: HTMLElement | null = null
const listeners = new Set<() => void>()

/**
 * Shows a message for five seconds at the edge of the screen, one at a time. The next one replaces it, at once if it
 * has the same title. Screen readers announce errors at once, and all else when there is time.
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

/** Shows toasts in a dialog, since everything outside is dimmed and out of reach. Returns the function that ends it. */
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
 * Shows toasts in the shell, or in the open dialog. The live regions are there before their text, since it would not be
 * announced otherwise.
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
  const left = useRef(LIFE_MS)
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
