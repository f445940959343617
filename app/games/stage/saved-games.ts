/**
 * What games of our own have stored in this browser (originals/README.md, The bridge): they run in an opaque origin
 * without a storage, so the player keeps it for them, 256 KB each.
 */
const MAX_LENGTH = 256 * 1024

export type Saved = Record<string, string>

export function readSaved(slug: string): Saved {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey(slug)) ?? '{}')
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Saved) : {}
  } catch {
    return {}
  }
}

/** Keeps one entry, or removes it where the value is null. What does not fit is not kept, and the game plays on. */
export function keepSaved(slug: string, key: string, value: string | null): void {
  const { [key]: _, ...others } = readSaved(slug)
  const text = JSON.stringify(value === null ? others : { ...others, [key]: value })
  if (text.length > MAX_LENGTH) return
  try {
    localStorage.setItem(storageKey(slug), text)
  } catch {
    // The browser's storage is full or forbidden: the game keeps its progress until its tab closes.
  }
}

/**
 * Tells what is saved when another tab has changed it. A page that rests hears of nothing, so it looks when it is seen
 * again. Where the browser keeps nothing, nothing changes, and the game goes on with what it has.
 */
export function watchSaved(slug: string, tell: (saved: Saved) => void, signal: AbortSignal): void {
  let seen = JSON.stringify(readSaved(slug))
  const look = () => {
    const saved = readSaved(slug)
    const text = JSON.stringify(saved)
    if (text !== seen) tell(saved)
    seen = text
  }
  window.addEventListener('storage', look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
}

/**
 * The name of a game's frame: how what it stored is there before its first script runs, and the fragment of the page's
 * address, such as #daily, which says what of the game to open.
 */
export function frameName(slug: string, fragment = ''): string {
  const open = /^#[a-z0-9-]{1,40}$/.exec(fragment)?.[0].slice(1)
  return JSON.stringify({ playhall: 1, saved: readSaved(slug), open })
}

function storageKey(slug: string): string {
  return `playhall:saved:${slug}`
}
