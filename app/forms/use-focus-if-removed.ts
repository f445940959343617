import { useEffect, useEffectEvent } from 'react'
import { focusIfLost } from '../ui/floating/focus-if-lost.ts'

/**
 * Restores a lost focus if the component is removed while it is busy: a form whose action succeeds may disappear, with
 * its focused button, once the page's data has been reloaded.
 */
export function useFocusIfRemoved(isBusy: boolean): void {
  const leave = useEffectEvent(() => {
    if (isBusy) focusIfLost()
  })
  useEffect(() => () => leave(), [])
}
