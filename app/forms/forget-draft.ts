/** What the names of drafts begin with in the browser's storage. */
export const DRAFTS = 'playhall:draft:'

/** Forgets what was typed into one form: it was taken. */
export function forgetDraft(name: string): void {
  remove(DRAFTS + name)
}

/** Forgets all that was typed: whoever uses this browser next must not find it. */
export function forgetDrafts(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(DRAFTS))
      .forEach(remove)
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
