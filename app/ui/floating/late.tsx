import { type ComponentType, lazy, useEffect, useEffectEvent, useRef } from 'react'
import { showToast } from './toast.tsx'
import { reloadPage } from '../../lib/reload-page.ts'

/**
 * Returns a component that loads when it is first shown, within a `<Suspense>`.
 *
 * If its script fails to load, because the connection is lost or the portal was upgraded, the rest of the page does not
 * change. The component calls `onClose` and closes the popover around it. Each time it is opened, a toast offers to
 * reload, unless `quiet`. There is no retry: a browser may cache a failed import until the page is reloaded (seen in
 * Chromium 150).
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { quiet = false } = {},
): ComponentType<Props> {
  const Failed = ({ onClose }: { onClose?: () => void }) => {
    const place = useRef<HTMLSpanElement>(null)
    const close = useEffectEvent((popover?: HTMLElement | null) => {
      if (!quiet) showToast(FAILED)
      popover?.hidePopover()
      onClose?.()
    })
    useEffect(() => {
      const popover = place.current?.closest<HTMLElement>('[popover]')
      close(popover)
      // A popover may preserve its content while it is closed.
      const toggled = (event: Event) => {
        if ((event as ToggleEvent).newState === 'open') close(popover)
      }
      popover?.addEventListener('toggle', toggled)
      return () => popover?.removeEventListener('toggle', toggled)
    }, [])
    return <span ref={place} hidden />
  }
  return lazy(() => load().catch(() => ({ default: Failed as ComponentType<Props> })))
}

const FAILED = {
  title: 'This part failed to load',
  tone: 'error' as const,
  action: { label: 'Reload', onClick: reloadPage },
}
