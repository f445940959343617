import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { DRAFTS, forgetDraft } from './forget-draft.ts'

/** What was typed into a form, by the names of its fields. */
export type Draft = Readonly<Record<string, string>>

/** Whose a draft is on a page that is the same for everybody. */
export const VISITOR = 'visitor'

/**
 * Keeps what a player types into a form in this browser, under the form's name (docs/product.md, Community): it is there again after an
 * error, a session that ended, a closed tab. `draft` is what was kept when the form was first shown, for the first values of its
 * fields; null for none, and while the server's markup is taken over: `key` has fields drawn anew when it comes. `keep` is the
 * form's `onInput`. Once the form is taken call `forget`. Files are not kept, nor passwords: no form with a password uses this.
 * `of` is the text that a form changes: what was typed over an older one is forgotten.
 */
export function useDraft(name: string, playerId: string | undefined, of = '') {
  const [store] = useState(() => {
    let known: Draft | null | undefined
    return () => (known === undefined ? (known = readDraft(name, playerId, of)) : known)
  })
  const found = useSyncExternalStore(never, store, nothing)
  const [times, setTimes] = useState(0)
  const draft = times ? null : found
  return {
    draft,
    key: draft ? 'draft' : `new-${times}`,
    keep: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      if (playerId) keepDraft(name, { playerId, of, form: new FormData(currentTarget) })
    },
    forget: () => {
      forgetDraft(name)
      setTimes(times + 1)
    },
  }
}

/** Fields that no form fills in again: who may use this browser next need not read them. */
const PERSONAL = new Set(['name', 'email'])

function keepDraft(name: string, { form, ...whose }: { playerId: string; of: string; form: FormData }): void {
  const fields: Record<string, string> = {}
  for (const [field, value] of form) if (typeof value === 'string' && !PERSONAL.has(field)) fields[field] = value
  try {
    localStorage.setItem(DRAFTS + name, JSON.stringify({ ...whose, fields }))
  } catch {
    // Full, or not allowed: then a draft lives as long as its page.
  }
}

/** Anybody may have written there; what another player typed is forgotten, and what was typed over another text. */
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
    forgetDraft(name)
  } catch {
    // Not ours, or not readable.
  }
  return null
}

function isDraft(found: unknown): found is Draft {
  return typeof found === 'object' && found !== null && Object.values(found).every((value) => typeof value === 'string')
}

const never = () => () => {}
const nothing = () => null
