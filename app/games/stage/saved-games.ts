/**
 * Saved data of self-hosted games in this browser (originals/README.md#the-bridge). Their opaque origin has no
 * storage, so the page stores up to 256 KB for each.
 */
const MAX_LENGTH = 256 * 1024

export type Saved = Record<string, string>

/** The data that each watched game of this tab has, as JSON. */
const known = new Map<string, string>()

export function readSaved(slug: string): Saved {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey(slug)) ?? '{}')
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Saved) : {}
  } catch {
    return {}
  }
}

/** Saves one entry, or removes it if the value is null. Data above the limit is not saved, and the game continues. */
export function keepSaved(slug: string, key: string, value: string | null): void {
  const before = readSaved(slug)
  const { [key]: _, ...others } = before
  const text = JSON.stringify(value === null ? others : { ...others, [key]: value })
  if (text.length > MAX_LENGTH) return
  try {
    localStorage.setItem(storageKey(slug), text)
    // If another tab has changed the data since, `watchSaved` still has to report it.
    if (known.get(slug) === JSON.stringify(before)) known.set(slug, text)
  } catch {
    // The browser's storage is full or blocked. The game keeps its progress in memory until the tab is closed.
  }
}

/**
 * Calls `onChange` when another tab has changed the saved data. A suspended page receives no events, so it also checks
 * when it becomes visible again. If the browser's storage is blocked, `onChange` is never called.
 */
export function watchSaved(slug: string, onChange: (saved: Saved) => void, signal: AbortSignal): void {
  known.set(slug, JSON.stringify(readSaved(slug)))
  const look = () => {
    const saved = readSaved(slug)
    const text = JSON.stringify(saved)
    if (text !== known.get(slug)) onChange(saved)
    known.set(slug, text)
  }
  window.addEventListener('storage', look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
}

/**
 * The name of a game's frame. It passes the saved data, so that it is there before the game's first script runs, and
 * the fragment of the page's address, such as #daily, which selects what the game opens.
 */
export function frameName(slug: string, fragment = ''): string {
  const open = /^#[a-z0-9-]{1,40}$/.exec(fragment)?.[0].slice(1)
  return JSON.stringify({ playhall: 1, saved: readSaved(slug), open })
}

/**
 * Returns the name under which a game's data is saved: its slug, or the id of an uploaded game, whose slug can change.
 * No slug contains a colon.
 */
export function savedName({ id, slug, frame }: { id: number; slug: string; frame: { src: string } | null }): string {
  return /^\/play\/v\d+(?:-[0-9a-z]+-[\w-]{22})?\/$/.test(frame?.src ?? '') ? `game:${id}` : slug
}

function storageKey(slug: string): string {
  return `playhall:saved:${slug}`
}
