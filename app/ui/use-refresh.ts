import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Loads anew what the page shows, and gives whether it did. Only where the portal has what pages need: a page whose data did not come would
 * give way to an error, and with it the game that is played on it, or what is typed.
 */
export function useRefresh(): () => Promise<boolean> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    const isReady = await fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) await revalidate()
    return isReady
  }, [revalidate])
}
