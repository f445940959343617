import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { toastsIn } from './toast.tsx'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Actions, at the right of a ruled footer. */
  footer?: ReactNode
}

/**
 * A dialog that is open while it is rendered, by the browser's own element: it keeps the focus, closes on Escape and on
 * a click beside it, and gives the focus back.
 */
export function Dialog({ title, onClose, children, footer }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  // Closed before it is taken out of the page: afterwards it could not give the focus back.
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
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // Stays under our word: a dialog that is busy may refuse.
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
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
