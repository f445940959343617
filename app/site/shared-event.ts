/** The name of the event that any share menu sends to the window after the user shares the open page. */
export const SHARED = 'page-shared'

export function sendShared(): void {
  window.dispatchEvent(new Event(SHARED))
}
