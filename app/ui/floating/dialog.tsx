import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { toastsIn } from './toast.tsx'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Actions on the right of a ruled footer. */
  footer?: ReactNode
  className?: string
}

/**
 * Renders an open `<dialog>`. It traps the focus, closes on Escape and on a click outside, and then returns the focus.
 */
export function Dialog({ title, onClose, children, footer, className = '' }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const startedOutside = useRef(false)

  // Close the dialog before it is removed from the page: afterwards it could not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.showModal()
    const leave = toastsIn(shown)
    return () => {
      leave()
      shown.close()
    }
  }, [])

  return (
    // Escape closes it, too.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // The caller decides whether to close: a busy dialog may stay open.
        event.preventDefault()
        onClose()
      }}
      // The backdrop has the dialog as its target. Both ends of the click count: a selection of text may end outside.
      onPointerDown={(event) => {
        startedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => startedOutside.current && event.target === event.currentTarget && onClose()}
    >
      <div className="dialog-card">
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </button>
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
      </div>
    </dialog>
  )
}
