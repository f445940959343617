import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { late } from '../ui/floating/late.tsx'

const PlayerDialog = late(() => import('./player-dialog.tsx'))

/**
 * Opens a player's profile in a dialog when a link with `data-profile` is clicked. Clicks with a modifier key, and
 * browsers without JavaScript, follow the link instead. The shell mounts it before the link navigation, so that it
 * handles the click first.
 */
export function PlayerDialogs() {
  const [username, setUsername] = useState<string | null>(null)
  const { key } = useLocation()
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (event.button !== 0 || isModified || event.defaultPrevented) return
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-profile]') : null
      if (!link?.dataset.profile) return
      event.preventDefault()
      // The dialog later returns the focus to the element that had it, but not every browser focuses a clicked link.
      link.focus({ preventScroll: true })
      setUsername(link.dataset.profile)
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [])
  // A navigation closes the dialog.
  useEffect(() => setUsername(null), [key])

  return <Suspense>{username && <PlayerDialog username={username} onClose={() => setUsername(null)} />}</Suspense>
}
