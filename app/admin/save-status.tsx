import { CircleAlert } from 'lucide-react'
import { href } from 'react-router'
import { formatMoment } from '../lib/dates.ts'
import { Button } from '../ui/button.tsx'
import type { Other, useAutosave } from './use-autosave.ts'

type Props = {
  id: number
  status: ReturnType<typeof useAutosave>['status']
  onKeep: (other: Other) => void
  onTake: () => void
}

/** Says quietly that what was typed is saved; and loudly where it is not, or somebody else was faster. */
export function SaveStatus({ id, status, onKeep, onTake }: Props) {
  return (
    <div className="save-status">
      <p role="status">{status.is === 'saved' && 'Saved'}</p>
      <div role="alert">
        {status.is === 'failed' && (
          <p className="field-error">
            <CircleAlert aria-hidden="true" /> Not saved yet, kept in this browser. {status.why}
          </p>
        )}
        {status.is === 'other' && <Faster id={id} other={status.other} onKeep={onKeep} onTake={onTake} />}
      </div>
    </div>
  )
}

function Faster({ id, other, onKeep, onTake }: Omit<Props, 'status'> & { other: Other }) {
  const { who, at, revision } = other
  return (
    <div className="note" data-tone="error">
      <p>
        {who} saved this post on {formatMoment(new Date(at))}, after you began. Yours is kept in this browser and not
        saved yet.
      </p>
      <div className="writing-actions">
        <a
          className="button button-secondary button-small"
          href={`${href('/admin/blog/:id/preview', { id: String(id) })}?revision=${revision}`}
          target="_blank"
          rel="noopener"
        >
          See that version<span className="sr-only"> in a new tab</span>
        </a>
        <Button size="small" onClick={() => onKeep(other)}>
          Keep mine
        </Button>
        <Button size="small" look="quiet" onClick={onTake}>
          Take that version, drop mine
        </Button>
      </div>
    </div>
  )
}
