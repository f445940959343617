type StoredItem = { id: number; at: number }

type Options<Item> = {
  /** The list's key in localStorage. */
  key: string
  max: number
  /** Returns whether a stored value is an item. The storage may contain anything. */
  isItem: (found: unknown) => found is Item
  /** Called after each change, including changes in other tabs. */
  onChange?: (items: readonly Item[]) => void
}

export type BrowserList<Item> = {
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void
  /** Returns the items, newest first. The result is the same array until something changes. */
  get: () => readonly Item[]
  /** Reads the storage again, which another tab may have changed a moment ago, and returns the items. */
  getFresh: () => readonly Item[]
  /** Puts an item first and removes an older item with the same id. Returns false if the browser cannot store it. */
  add: (item: Item) => boolean
  /** Replaces items by id, if they are still in the list. */
  replace: (items: readonly Item[]) => void
  remove: (ids: readonly number[]) => void
}

/**
 * Creates a list that this browser stores for a visitor. The storage may be missing, full or contain anything; the list
 * then has the items that could be read, and nothing throws.
 */
export function browserList<Item extends StoredItem>({ key, max, isItem, onChange }: Options<Item>): BrowserList<Item> {
  const listeners = new Set<() => void>()
  let text: string | null | undefined
  let items: readonly Item[] = []

  function getFresh(): readonly Item[] {
    const found = readStorage(key)
    if (found !== text) {
      text = found
      items = parse(found).filter(isItem).slice(0, max)
    }
    return items
  }

  function notify(): void {
    const now = getFresh()
    onChange?.(now)
    listeners.forEach((listener) => listener())
  }

  function write(next: readonly Item[]): boolean {
    const isSaved = writeStorage(key, next.length ? JSON.stringify(next.slice(0, max)) : null)
    notify()
    return isSaved
  }

  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === key || event.key === null) notify()
  }

  return {
    subscribe(listener) {
      if (!listeners.size) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (!listeners.size) window.removeEventListener('storage', onStorage)
      }
    },
    get: () => (text === undefined ? getFresh() : items),
    getFresh,
    add: (item) => write([item, ...getFresh().filter(({ id }) => id !== item.id)]),
    replace(changed) {
      const byId = new Map(changed.map((item) => [item.id, item]))
      write(getFresh().map((item) => byId.get(item.id) ?? item))
    },
    remove(ids) {
      const removed = new Set(ids)
      const left = getFresh().filter(({ id }) => !removed.has(id))
      if (left.length < items.length) write(left)
    },
  }
}

/** Returns whether a value has a database id and a time in milliseconds. */
export function isStoredItem(found: unknown): found is StoredItem {
  const { id, at } = (found ?? {}) as Partial<StoredItem>
  return Number.isInteger(id) && id! > 0 && id! <= 2_147_483_647 && Number.isInteger(at) && at! >= 0 && at! <= 8.64e15
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeStorage(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

function parse(text: string | null): unknown[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}
