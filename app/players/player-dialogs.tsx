import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { late } from '../ui/late.tsx'

// Loaded for those who open one.
const PlayerDialog = late(() => import('./player-dialog.tsx'))

/**
 * Opens the profile of a player over the page, for any link that names one in `data-profile`; a click with a key pressed, and a browser
 * without script, follow the link. In the shell, before what turns clicks into navigation.
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
      // Not every browser does so by itself, and the dialog gives the focus back to what had it.
      link.focus({ preventScroll: true })
      setUsername(link.dataset.profile)
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [])
  // Whoever goes elsewhere is there.
  useEffect(() => setUsername(null), [key])

  return <Suspense>{username && <PlayerDialog username={username} onClose={() => setUsername(null)} />}</Suspense>
}
