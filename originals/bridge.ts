/**
 * The bridge runs first in every self-hosted game. In the frame's opaque origin, `localStorage` throws an error. The
 * bridge replaces it with storage that the portal saves, and reports to the portal when the game is ready. See
 * README.md.
 */
type Saved = Record<string, string>

declare global {
  interface Window {
    /** The fragment of the portal page's URL, such as "daily". */
    playhall?: {
      open: string
      /**
       * A game with several screens defines it. It goes back one screen and returns true, or returns false on the first
       * screen.
       */
      back?: () => boolean
    }
  }
}

/** Reads what the portal gives the game. Returns null if the game was opened outside the portal. */
function readGiven(): { saved: Saved; open: string } | null {
  try {
    const given: unknown = JSON.parse(window.name)
    if (typeof given === 'object' && given !== null && 'playhall' in given && 'saved' in given)
      return { saved: given.saved as Saved, open: 'open' in given ? String(given.open) : '' }
  } catch {
    // The name is not JSON.
  }
  return null
}

const given = readGiven()
window.playhall = { open: given?.open ?? window.location.hash.slice(1) }

type Message =
  | { type: 'ready' }
  | { type: 'leave' }
  | { type: 'save'; key: string; value: string | null }
  | { type: 'picture'; picture: Blob | null }

function post(message: Message): void {
  if (window.parent !== window) window.parent.postMessage({ playhall: 1, ...message }, '*')
}

/** Creates a Storage backed by a map. If `isPersistent`, every change is sent to the portal. */
function createStorage(entries: Map<string, string>, isPersistent: boolean): Storage {
  const change = (key: string, value: string | null) => {
    if (value === null) entries.delete(key)
    else entries.set(key, value)
    if (!isPersistent) return
    post({ type: 'save', key, value })
    passOnWhenLeft()
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

// Call the browser's original function: a game that waits behind its first card delays frames that are requested later.
const nextFrame = window.requestAnimationFrame.bind(window)

const saved = new Map(Object.entries(given?.saved ?? {}))
Object.defineProperty(window, 'localStorage', { value: createStorage(saved, true), configurable: true })
Object.defineProperty(window, 'sessionStorage', { value: createStorage(new Map(), false), configurable: true })

/**
 * Puts the data into the frame's name when the page is left. The name stays when a game reloads itself or opens another
 * of its pages. Chromium reads it for the next page before `pagehide`, and Safari on phones has no `beforeunload`.
 */
function passOnWhenLeft(): void {
  if (!given) return
  window.addEventListener('beforeunload', passOn)
  window.addEventListener('pagehide', passOn)
}

function passOn(): void {
  window.name = JSON.stringify({ playhall: 1, saved: Object.fromEntries(saved), open: given?.open })
}

// Another tab has stored a value: update the storage and notify the game as a browser would.
window.addEventListener(
  'message',
  ({ source, data }: MessageEvent<{ playhall?: 1; type?: string; saved: Saved } | null>) => {
    if (source !== window.parent || data?.playhall !== 1) return
    if (data.type === 'take-picture') nextFrame(takePicture)
    if (data.type !== 'saved') return
    saved.clear()
    for (const [key, value] of Object.entries(data.saved)) saved.set(key, value)
    passOnWhenLeft()
    window.dispatchEvent(new StorageEvent('storage'))
  },
)

/**
 * Sends the largest canvas to the portal, which makes it the picture of the game. Called with the frames of the game,
 * since WebGL discards what it has drawn after each.
 */
function takePicture(): void {
  const area = ({ width, height }: HTMLCanvasElement) => width * height
  const [canvas] = [...document.querySelectorAll('canvas')].sort((a, b) => area(b) - area(a))
  try {
    if (!canvas) throw new Error('There is no canvas')
    canvas.toBlob((picture) => post({ type: 'picture', picture }), 'image/png')
  } catch {
    // Browsers do not let scripts read a canvas with pictures of another origin.
    post({ type: 'picture', picture: null })
  }
}

// In an opaque origin, the game's own pictures are those of another origin, which WebGL rejects and which make a canvas
// unreadable, unless they are requested as below. The portal allows it for all files of games.
const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
if (source) {
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    ...source,
    set(this: HTMLImageElement, value: string) {
      if (this.crossOrigin === null && !/^(?:data|blob):/i.test(String(value))) this.crossOrigin = 'anonymous'
      source.set?.call(this, value)
    },
  })
}

// The keys that games use. Their default action would scroll the page around the frame.
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

// Leave Tab and all shortcuts to the browser, even if an engine cancels every key, so that a game never traps the
// keyboard (WCAG 2.1.2). Esc returns the focus to the page, or goes back one screen.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Tab' || event.altKey || event.ctrlKey || event.metaKey) event.preventDefault = () => {}
    if (event.key === 'Escape' && !event.repeat && !window.playhall?.back?.()) post({ type: 'leave' })
  },
  true,
)

window.addEventListener('load', () => nextFrame(() => post({ type: 'ready' })))

export {}
