import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Returns a function that reloads the page's data if the portal is ready, and resolves with whether it did. A failed
 * reload would replace the page with an error, and the user would lose the running game or the text in a form.
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
