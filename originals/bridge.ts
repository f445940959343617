/**
 * Runs first in every game that the portal serves. The frame's origin is opaque, so `localStorage` throws there: this
 * puts a storage in its place that the portal keeps, and tells the portal when the game is ready. See README.md.
 */
type Saved = Record<string, string>

declare global {
  interface Window {
    /** What the portal opened the game for: the fragment of its page's address, such as "daily". */
    playhall?: {
      open: string
      /** A game of several screens goes one screen back here; false on its first. */
      back?: () => boolean
    }
  }
}

function readGiven(): { saved: Saved; open: string } {
  try {
    const given: unknown = JSON.parse(window.name)
    if (typeof given === 'object' && given !== null && 'playhall' in given && 'saved' in given)
      return { saved: given.saved as Saved, open: 'open' in given ? String(given.open) : '' }
  } catch {
    // Opened by itself, outside the portal: nothing was saved.
  }
  return { saved: {}, open: window.location.hash.slice(1) }
}

const given = readGiven()
window.playhall = { open: given.open }

type Message = { type: 'ready' } | { type: 'leave' } | { type: 'save'; key: string; value: string | null }

function tell(message: Message): void {
  if (window.parent !== window) window.parent.postMessage({ playhall: 1, ...message }, '*')
}

/** A Storage over a map; `kept` says whether the portal hears of changes. */
function createStorage(entries: Map<string, string>, kept: boolean): Storage {
  const change = (key: string, value: string | null) => {
    if (value === null) entries.delete(key)
    else entries.set(key, value)
    if (kept) tell({ type: 'save', key, value })
  }
  const methods: Storage = {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(String(key)) ?? null,
    setItem: (key, value) => change(String(key), String(value)),
    removeItem: (key) => change(String(key), null),
    clear: () => [...entries.keys()].forEach((key) => change(key, null)),
  }
  // Some games write localStorage.best = 3 instead of calling setItem.
  return new Proxy(methods, {
    get: (target, key) =>
      typeof key === 'symbol' || key in target ? Reflect.get(target, key) : (entries.get(key) ?? undefined),
    set: (_, key, value) => (change(String(key), String(value)), true),
    deleteProperty: (_, key) => (change(String(key), null), true),
    has: (target, key) => key in target || entries.has(String(key)),
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (_, key) => {
      const value = entries.get(String(key))
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true }
    },
  })
}

const saved = new Map(Object.entries(given.saved))
Object.defineProperty(window, 'localStorage', { value: createStorage(saved, true), configurable: true })
Object.defineProperty(window, 'sessionStorage', { value: createStorage(new Map(), false), configurable: true })

// Another tab played the same game and stored something: a game reads it as it would from a browser's own storage.
window.addEventListener(
  'message',
  ({ source, data }: MessageEvent<{ playhall?: 1; type?: string; saved: Saved } | null>) => {
    if (source !== window.parent || data?.playhall !== 1 || data.type !== 'saved') return
    saved.clear()
    for (const [key, value] of Object.entries(data.saved)) saved.set(key, value)
    window.dispatchEvent(new StorageEvent('storage'))
  },
)

// Keys that games use must not scroll the page around the frame.
const SCROLL_KEYS = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  ' ',
  'PageUp',
  'PageDown',
  'Home',
  'End',
])
window.addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement | null
  if (SCROLL_KEYS.has(event.key) && !target?.closest?.('input, textarea, select, button, a, [contenteditable]')) {
    event.preventDefault()
  }
})

// Tab and every shortcut stay the browser's, also where an engine cancels each key that it hears: nobody is caught in a
// game (WCAG 2.1.2). Esc gives the keyboard back to the page, or goes one screen back.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Tab' || event.altKey || event.ctrlKey || event.metaKey) event.preventDefault = () => {}
    if (event.key === 'Escape' && !event.repeat && !window.playhall?.back?.()) tell({ type: 'leave' })
  },
  true,
)

// The browser's own: a game that waits behind its first card holds back the frames that are asked for later.
const nextFrame = window.requestAnimationFrame.bind(window)
window.addEventListener('load', () => nextFrame(() => tell({ type: 'ready' })))

export {}
