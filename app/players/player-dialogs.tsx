import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { late } from '../ui/floating/late.tsx'

const PlayerDialog = late(() => import('./player-dialog.tsx'))

/**
 * Opens a player's profile as a dialog for any link with `data-profile`. Clicks with a modifier key, and browsers
 * without JavaScript, follow the link. In the shell, it comes before the link navigation.
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
      // Not every browser focuses a clicked link, and the dialog returns the focus to the focused element.
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
