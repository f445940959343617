import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import type { ManagedGame } from '../managed-game.server.ts'
import { type EditedField, type EditedFields } from '../management-rules.ts'
import { EDITED_FIELDS, formTextOf, gameRules } from './edit-rules.ts'
import { readGameForm } from '../read-game-form.server.ts'

/** A short hash of each field's value. A form sends those that it was loaded with, so that edits can be merged. */
export type Versions = Record<EditedField, string>

const versionsSchema = z.object(Object.fromEntries(EDITED_FIELDS.map((field) => [field, z.string()])))

/** The versions of a game's fields as JSON, for a hidden field. */
export function versionsText(game: ManagedGame): string {
  const fields = editedFieldsOf(game)
  return JSON.stringify(Object.fromEntries(EDITED_FIELDS.map((field) => [field, versionOf(fields[field])])))
}

/** Parses `versionsText`; null for any other text. */
export function versionsIn(text: string): Versions | null {
  try {
    return (z.safeParse(versionsSchema, JSON.parse(text)).data as Versions | undefined) ?? null
  } catch {
    return null
  }
}

export function versionOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 10)
}

/** Whether two values of a field are the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

/** JSON with sorted keys: the database does not preserve their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** A game's fields as stored. */
export function storedFieldsOf(game: ManagedGame): EditedFields {
  return Object.fromEntries(EDITED_FIELDS.map((field) => [field, game[field]])) as unknown as EditedFields
}

/** The same as the edit form sends them back: it tidies white space and tags, which must not count as an edit. */
export function editedFieldsOf(game: ManagedGame): EditedFields {
  const stored = storedFieldsOf(game)
  const { data: form } = z.safeParse(gameRules, formTextOf(stored))
  const read = form && readGameForm(form, game)
  return read && 'fields' in read ? { ...read.fields, slug: game.slug } : stored
}
