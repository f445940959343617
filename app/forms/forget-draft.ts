/** Prefix of the drafts' keys in localStorage. */
export const DRAFTS = 'playhall:draft:'

/** The owner of a draft on a page that is the same for all clients, and the author of what a visitor typed. */
export const VISITOR = 'visitor'

/** Deletes the draft of a form after the form is accepted. */
export function clearDraft(name: string): void {
  remove(DRAFTS + name)
}

/**
 * Deletes all drafts, so that the next user of this browser cannot read them. With the id of a player, keeps what that
 * player or a visitor has typed.
 */
export function deleteDrafts(exceptOf?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(DRAFTS) && !(exceptOf && [exceptOf, VISITOR].includes(authorOf(key)))) remove(key)
    }
  } catch {
    // Without storage, there are no drafts.
  }
}

function authorOf(key: string): string {
  try {
    const { by, playerId } = JSON.parse(localStorage[key]) as { by?: string; playerId: string }
    // Drafts of earlier releases have no `by`.
    return by ?? playerId
  } catch {
    // The value does not have our format.
    return ''
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage, there are no drafts.
  }
}
