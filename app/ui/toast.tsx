import { Check, CircleAlert, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

type Toast = {
  id: number
  title: string
  text?: string
  tone: 'success' | 'neutral' | 'error'
  /** Leads somewhere, or does something and closes the toast. */
  action?: { label: string; href: string } | { label: string; onClick: () => void }
}

const LIFE_MS = 5000

/** What is left of it at least when the pointer or the focus leaves. */
const LEFT_MS = 1500

let toasts: Toast[] = []
let nextId = 1
let dialog: HTMLElement | null = null
const listeners = new Set<() => void>()

/**
 * Says something for five seconds at the edge of the screen, instead of what was said there under the same title.
 * Errors are read out at once, all else when there is time.
 */
export function showToast(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
  const others = toasts.filter(({ title }) => title !== toast.title)
  change([...others.slice(-2), { tone: 'success', ...toast, id: nextId++ }])
}

function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** Has toasts appear in a dialog: what is outside of it is dimmed, and cannot be reached. Gives what ends that. */
export function toastsIn(opened: HTMLElement): () => void {
  dialog = opened
  tell()
  return () => {
    if (dialog === opened) dialog = null
    tell()
  }
}

function change(next: Toast[]): void {
  toasts = next
  tell()
}

function tell(): void {
  listeners.forEach((listener) => listener())
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none: Toast[] = []

/** Where toasts appear: in the shell, or in what dialog is open. Their live regions are there before their text, or it would not be read. */
export function Toasts() {
  const shown = useSyncExternalStore(
    listen,
    () => toasts,
    () => none,
  )
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
      {region(place ? none : shown, !place)}
      {place && createPortal(region(shown, true), place)}
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
          <a href={action.href} className="text-link block w-fit">
            {action.label}
          </a>
        )}
        {action && 'onClick' in action && (
          <button
            type="button"
            className="text-link block w-fit"
            onClick={() => {
              closeToast(id)
              action.onClick()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className="icon-button" aria-label="Close" onClick={() => closeToast(id)}>
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
