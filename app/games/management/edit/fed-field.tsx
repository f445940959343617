import type { ReactNode } from 'react'
import { RotateCcw } from 'lucide-react'
import { Submit } from '../../../forms/form.tsx'
import { type EditedField, FEED_FIELDS, FIELD_LABELS, isSelfHosted } from '../management-rules.ts'
import { describeField } from './edit-rules.ts'
import type { GameEditor } from './load-game-editor.server.ts'

/** What all fields of the edit form have in common. */
export type FedFields = {
  editor: GameEditor
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
