import { RotateCcw } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type FormOf, Submit } from '../../../forms/form.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { type EditedField, FEED_FIELDS, FIELD_LABELS, isSelfHosted } from '../management-rules.ts'
import { describeField, FORM_NAMES, formTextOf, type gameRules } from './edit-rules.ts'
import type { GameEditor } from './load-game-editor.server.ts'

/** What all fields of the edit form have in common. */
export type FedFields = {
  editor: GameEditor
  form: FormOf<typeof gameRules>
  /** The form that resets the field named by its button. */
  reset: { id: string; isBusy: boolean }
  /** Changes when the form was saved, so that fields show the stored values. */
  round: number
  onReset: (field: EditedField) => void
}

type Props = { of: FedFields; field: EditedField; children: ReactNode }

/**
 * A field of the edit form. If an operator has set it, the feed's value is below it, with a button that returns to it.
 */
export function FedField({ of: { editor, reset, round, onReset }, field, children }: Props) {
  const { game, pictures } = editor
  const { overrides } = game
  const isSet = field in overrides
  // A field that was reset shows the feed's value, whatever was typed.
  const key = `${round} ${isSet}`
  if (!isSet || !isFeedField(field)) {
    return (
      <div className="fed" key={key}>
        {children}
      </div>
    )
  }
  const source = isSelfHosted(game) ? 'Default' : 'Feed'
  const value = overrides[field] ?? null
  const picture = field === 'image_url' ? pictures.find((choice) => choice.value === value) : undefined
  const text = describeField(field, value as never)
  return (
    <div className="fed" key={key} data-set>
      {children}
      <div className="fed-value">
        <span className="chip">{source}</span>
        {picture ? (
          <img src={picture.src} alt="As in the feed" width="96" height="54" loading="lazy" />
        ) : (
          <FeedText text={text} />
        )}
        <Submit
          of={reset}
          name="field"
          value={field}
          look="quiet"
          size="small"
          aria-label={`Use the feed’s value of ${FIELD_LABELS[field]}`}
          onClick={() => onReset(field)}
        >
          <RotateCcw aria-hidden="true" /> Use the feed’s value
        </Submit>
      </div>
    </div>
  )
}

type One = { of: FedFields; field: EditedField }

/** The label, name, value and error of a field. */
function propsOf({ of: { editor, form }, field }: One) {
  const name = FORM_NAMES[field]
  return { ...form.field(name, formTextOf(editor.game)[name]), label: FIELD_LABELS[field] }
}

/** A field of one line. */
export function FedLine({ of, field, ...input }: One & ComponentProps<'input'> & { hint?: string }) {
  return (
    <FedField of={of} field={field}>
      <TextField {...propsOf({ of, field })} {...input} />
    </FedField>
  )
}

/** A field of several lines. */
export function FedText({ of, field, ...area }: One & { hint?: string; rows: number }) {
  return (
    <FedField of={of} field={field}>
      <TextArea {...propsOf({ of, field })} {...area} />
    </FedField>
  )
}

/** A choice from options, each with its value and label. */
export function FedSelect({ of, field, options }: One & { options: readonly (readonly [string, string])[] }) {
  return (
    <FedField of={of} field={field}>
      <SelectField {...propsOf({ of, field })}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </FedField>
  )
}

/** A longer text is folded after its beginning. */
function FeedText({ text }: { text: string }) {
  if (!text) return <em className="quiet">Empty</em>
  if (text.length <= SHORT)
    return (
      <span className="fed-text" dir="auto">
        {text}
      </span>
    )
  return (
    <details className="fed-text" dir="auto">
      <summary>{text.slice(0, SHORT).trimEnd()}…</summary>
      {text}
    </details>
  )
}

const SHORT = 120

function isFeedField(field: EditedField): field is (typeof FEED_FIELDS)[number] {
  return (FEED_FIELDS as readonly EditedField[]).includes(field)
}
