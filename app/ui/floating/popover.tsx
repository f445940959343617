import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'

type Props = {
  /** The panel's id, if it must not depend on the component's position in the page. */
  id?: string
  /**
   * The button's label for screen readers. It is required if the button shows only an icon and `trigger` has no label.
   */
  label?: string
  trigger: ReactNode
  className?: string
  triggerClassName: string
  children: ReactNode
  /** Called each time the panel opens. */
  onOpen?: () => void
}

/**
 * Renders a button and the panel that it opens, with the browser's popover. It closes on Escape and on a click
 * elsewhere, and works without JavaScript.
 */
export function Popover({ id: given, label, trigger, triggerClassName, className = '', children, onOpen }: Props) {
  const own = useId()
  const id = given ?? own
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const opened = useEffectEvent(() => onOpen?.())
  useEffect(() => {
    const shown = panel.current
    const toggled = (event: Event) => {
      if ((event as ToggleEvent).newState === 'open') opened()
    }
    shown?.addEventListener('toggle', toggled)
    // Close the panel when the focus moves elsewhere, so that the panel does not cover the focused element.
    const left = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && relatedTarget !== button.current && !shown?.contains(relatedTarget))
        shown?.hidePopover()
    }
    shown?.addEventListener('focusout', left)
    // The user may have opened the panel before hydration.
    if (shown?.matches(':popover-open')) opened()
    return () => {
      shown?.removeEventListener('toggle', toggled)
      shown?.removeEventListener('focusout', left)
    }
  }, [])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-label={label}
        aria-haspopup="true"
        popoverTarget={id}
      >
        {trigger}
      </button>
      <div ref={panel} id={id} popover="auto" className={`popover ${className}`}>
        {children}
      </div>
    </>
  )
}
