/** Prefix of the drafts' keys in localStorage. */
export const DRAFTS = 'playhall:draft:'

/** Deletes the draft of a form after the form is accepted. */
export function clearDraft(name: string): void {
  remove(DRAFTS + name)
}

/** Deletes all drafts, so that the next user of this browser cannot read them. */
export function deleteDrafts(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(DRAFTS))
      .forEach(remove)
  } catch {
    // Without storage, there are no drafts.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage, there are no drafts.
  }
}
