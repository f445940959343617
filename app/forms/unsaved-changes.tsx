import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'

/**
 * Asks before the user leaves a page with a form whose changes are not saved, by a link or by closing the tab. Another
 * query of the same page does not leave it. The browser asks in its own words if the tab is closed.
 */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (state !== 'blocked') return null
  return (
    <Dialog
      title="Leave without saving?"
      onClose={reset}
      footer={
        <>
          <Button look="destructive" onClick={proceed}>
            Leave
          </Button>
          <Button look="primary" onClick={reset}>
            Stay
          </Button>
        </>
      }
    >
      <p>Your changes on this page are not saved. If you leave, they are lost.</p>
    </Dialog>
  )
}
