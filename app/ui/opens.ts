import type { MouseEvent } from 'react'

/** For a link to a page that opens as a dialog, or in its place, where there is script; in a new tab it stays a page. */
export function opens(open: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open()
  }
}
