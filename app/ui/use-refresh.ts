import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Reloads the page's data, and returns whether it did: only if the portal is ready. Failing to load would replace the
 * page with an error, and with it the game being played or what was typed.
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
