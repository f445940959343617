/** Sent to the window when the open page was shared, with any of its share menus. */
export const SHARED = 'page-shared'

export function sendShared(): void {
  window.dispatchEvent(new Event(SHARED))
}
