/** How the portal names the page that plays this game, with its daily puzzle open. */
export function dailyAddress(): string {
  return new URL('/games/lamplighter#daily', window.location.href).href
}

/**
 * Hands words to the device's own way of sharing on a phone, else to the clipboard; 'shown' where neither may be had,
 * so that the caller shows the words to be copied by hand.
 */
export async function shareWords(words: string): Promise<'shared' | 'copied' | 'shown'> {
  if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
    try {
      await navigator.share({ text: words })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
      // The frame may not share: the clipboard is left.
    }
  }
  try {
    await navigator.clipboard.writeText(words)
    return 'copied'
  } catch {
    return 'shown'
  }
}
