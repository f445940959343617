import type { MouseEvent } from 'react'

/**
 * Returns a click handler for a link. With JavaScript, the link's page opens as a dialog, or in place. In a new tab, it
 * opens as a page.
 */
export function opens(open: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open()
  }
}
