/** Returns the URL of the portal page that opens the daily puzzle. */
export function dailyAddress(): string {
  return new URL('/games/lamplighter#daily', window.location.href).href
}

/**
 * Shares text through the share sheet on a phone, otherwise copies it. Returns 'shown' if neither works, so that the
 * caller shows the text for copying by hand.
 */
export async function shareWords(words: string): Promise<'shared' | 'copied' | 'shown'> {
  if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
    try {
      await navigator.share({ text: words })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
      // The frame is not allowed to share, so use the clipboard.
    }
  }
  try {
    await navigator.clipboard.writeText(words)
    return 'copied'
  } catch {
    return 'shown'
  }
}
