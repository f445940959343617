import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { DRAFTS, clearDraft } from './forget-draft.ts'

/** Text typed into a form, by field name. */
export type Draft = Readonly<Record<string, string>>

/**
 * Saves the text that a player types into a form, in this browser under the form's name
 * (docs/product.md#writing-posts), so that it survives an error, an expired session or a closed tab. Files are not
 * saved. Do not use this for a form with a password.
 *
 * `draft` contains the values that were saved before the form was first shown. It is null if there are none, and during
 * hydration; `key` remounts the fields when the draft arrives. `keep` is the form's `onInput`. Call `clear` after the
 * form is accepted; the fields stay, with anything that was typed during sending. `of` is the text that the form edits:
 * a draft of an older version is deleted. `by` is who types, if the owner is VISITOR.
 */
export function useDraft(name: string, playerId: string | undefined, of = '', by = playerId) {
  const [store] = useState(() => {
    let known: Draft | null | undefined
    return () => (known === undefined ? (known = readDraft(name, playerId, of)) : known)
  })
  const found = useSyncExternalStore(never, store, nothing)
  const [isCleared, setCleared] = useState(false)
  return {
    draft: isCleared ? null : found,
    key: found ? 'draft' : 'new',
    keep: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      if (playerId) keepDraft(name, { playerId, of, by, form: new FormData(currentTarget) })
    },
    clear: () => {
      clearDraft(name)
      setCleared(true)
    },
  }
}

type DraftOwner = { playerId: string; of: string; by: string | undefined }

/** Fields that are not saved, so that the next user of this browser cannot read them. */
const PERSONAL = new Set(['name', 'email'])

function keepDraft(name: string, { form, ...whose }: DraftOwner & { form: FormData }): void {
  const fields: Record<string, string> = {}
  for (const [field, value] of form) if (typeof value === 'string' && !PERSONAL.has(field)) fields[field] = value
  try {
    localStorage.setItem(DRAFTS + name, JSON.stringify({ ...whose, fields }))
  } catch {
    // Storage is full or disabled. The draft is lost when the page closes.
  }
}

/** Reads a draft from the storage, which is untrusted. Deletes a draft of another player or of another text. */
function readDraft(name: string, playerId: string | undefined, of: string): Draft | null {
  if (!playerId) return null
  try {
    const found = JSON.parse(localStorage.getItem(DRAFTS + name) ?? 'null') as {
      playerId?: unknown
      of?: unknown
      fields?: unknown
    } | null
    if (!found) return null
    if (found.playerId === playerId && found.of === of && isDraft(found.fields)) return found.fields
    clearDraft(name)
  } catch {
    // The value does not have our format, or storage is not readable.
  }
  return null
}

function isDraft(found: unknown): found is Draft {
  return typeof found === 'object' && found !== null && Object.values(found).every((value) => typeof value === 'string')
}

const never = () => () => {}
const nothing = () => null
