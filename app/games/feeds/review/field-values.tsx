import { ArrowRight } from 'lucide-react'
import { href } from 'react-router'
import { AGE_LABELS, FIELD_LABELS, STATUS_LABELS } from '../../management/management-rules.ts'
import type { FieldChange } from '../runs/feed-run.ts'

const LABELS = new Map(
  Object.entries({
    ...FIELD_LABELS,
    raw_category: 'Category in the feed',
    published_by: 'Published by',
    image_small_url: 'Small picture',
    status: 'Status',
  }),
)

/** Display names of values that the portal defines. */
const WORDS = new Map(
  Object.entries({ status: new Map(Object.entries(STATUS_LABELS)), age_rating: new Map(Object.entries(AGE_LABELS)) }),
)

type Props = {
  changes: FieldChange[]
  runId: number
  position: number
  gameId: number | null
}

/** The changed fields of a game, with the stored value and the feed's value side by side. */
export function FieldChanges({ changes, ...of }: Props) {
  return (
    <dl className="plan-changes">
      {changes.map(({ field, before, after, isOverridden }) => (
        <div key={field}>
          <dt>
            {LABELS.get(field) ?? field}
            {isOverridden && <small>An operator set this field, so the site does not change.</small>}
          </dt>
          <dd>
            <del>
              <span className="sr-only">Before: </span>
              {field === 'image_url' && typeof before === 'string' && of.gameId !== null && (
                <img src={`/pictures/${of.gameId}/320`} alt="" width="160" height="90" loading="lazy" />
              )}
              <Value field={field} value={before} />
            </del>
            <ArrowRight aria-hidden="true" />
            <ins>
              <span className="sr-only">After: </span>
              {field === 'image_url' && typeof after === 'string' && (
                <img src={planPictureHref(of.runId, of.position)} alt="" width="160" height="90" loading="lazy" />
              )}
              <Value field={field} value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ field, value }: { field: string; value: unknown }) {
  const text = valueText(field, value)
  return text ? <span dir="auto">{text}</span> : <em className="quiet">Empty</em>
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return WORDS.get(field)?.get(value) ?? value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** The address at which the portal serves the new picture of a plan's entry. */
export function planPictureHref(runId: number, position: number): string {
  return href('/admin/feeds/runs/:id/pictures/:position', { id: String(runId), position: String(position) })
}
