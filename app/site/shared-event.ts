/** Sent to the window when the page that is open was shared, with whichever of its share menus. */
export const SHARED = 'page-shared'

export function sendShared(): void {
  window.dispatchEvent(new Event(SHARED))
}
