/** The address of the portal page that opens the daily puzzle. */
export function dailyAddress(): string {
  return new URL('/games/lamplighter#daily', window.location.href).href
}

/**
 * Shares text with the device's share sheet on a phone, else copies it. Returns 'shown' if neither works, so that the
 * caller shows it for copying by hand.
 */
export async function shareWords(words: string): Promise<'shared' | 'copied' | 'shown'> {
  if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
    try {
      await navigator.share({ text: words })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
      // The frame may not share, so fall back to the clipboard.
    }
  }
  try {
    await navigator.clipboard.writeText(words)
    return 'copied'
  } catch {
    return 'shown'
  }
}
