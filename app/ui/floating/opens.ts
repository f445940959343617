import type { MouseEvent } from 'react'

/**
 * Click handler of a link whose page opens as a dialog, or in place, if there is script. In a new tab it stays a page.
 */
export function opens(open: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open()
  }
}
