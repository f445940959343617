import type { ManagedGame } from '../managed-game.server.ts'
import { type EditedField, type EditedFields, FIELD_LABELS } from '../management-rules.ts'
import { describeField, EDITED_FIELDS } from './edit-rules.ts'
import { editedFieldsOf, isSame, storedFieldsOf, versionOf, type Versions } from './field-versions.server.ts'

type Choice = 'mine' | 'theirs'

/** What an operator's form contains. */
export type Edit = {
  fields: EditedFields
  /** The versions of the fields when the form was loaded. */
  base: Versions
  /** After a conflict: the fields of which a version must be chosen, and the choices. */
  unsettled?: EditedField[]
  choices?: { [Field in EditedField]?: Choice }
}

/** A field with two versions, in words. `preferred`: the version chosen before, or the only one that was changed. */
export type Conflict = {
  field: EditedField
  label: string
  mine: string
  theirs: string
  preferred: Choice | null
  /** The addresses of two pictures, to show them. */
  pictures?: { mine: string | null; theirs: string | null }
}

/** The fields to store, and which of them the operator has changed. */
type Merged = { fields: EditedFields; changed: EditedField[] }

/**
 * Merges an operator's form with the game as it is stored now: a field that the operator has not touched stays as
 * stored. Returns every differing field as a conflict instead if the operator and somebody else changed the same one,
 * if `isStrict` and somebody else changed any of them, or if a choice is missing.
 */
export function mergeEdit(edit: Edit, game: ManagedGame, isStrict: boolean): Merged | { conflicts: Conflict[] } {
  const { fields, base, unsettled = [], choices = {} } = edit
  const now = editedFieldsOf(game)
  const differing = EDITED_FIELDS.filter((field) => !isSame(fields[field], now[field]))
  const isMine = (field: EditedField) => versionOf(fields[field]) !== base[field]
  const isTheirs = (field: EditedField) => versionOf(now[field]) !== base[field]
  const isOpen = (field: EditedField) => unsettled.includes(field) && !choices[field]
  if (differing.some((field) => (isTheirs(field) && (isStrict || isMine(field))) || isOpen(field))) {
    return {
      conflicts: differing.map((field) => ({
        field,
        label: FIELD_LABELS[field],
        mine: describeField(field, fields[field]),
        theirs: describeField(field, now[field]),
        preferred: isTheirs(field)
          ? isMine(field)
            ? null
            : 'theirs'
          : (choices[field] ?? (isOpen(field) ? null : 'mine')),
        ...(field === 'image_url' && { pictures: { mine: fields.image_url, theirs: now.image_url } }),
      })),
    }
  }
  const changed = differing.filter((field) => isMine(field) && choices[field] !== 'theirs')
  const mine = Object.fromEntries(changed.map((field) => [field, fields[field]]))
  return { fields: { ...storedFieldsOf(game), ...mine }, changed }
}
