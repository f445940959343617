import { CircleAlert } from 'lucide-react'
import { href } from 'react-router'
import { Button } from '../../ui/button.tsx'
import type { useAutosave } from './use-autosave.ts'

type Props = {
  id: number
  status: ReturnType<typeof useAutosave>['status']
  onOverwrite: () => void
  onReload: () => void
}

/** Shows that the draft is saved, and alerts if it is not, or if it was saved elsewhere since. */
export function SaveStatus({ status, ...stale }: Props) {
  return (
    <div className="save-status">
      <p role="status">{status.is === 'saved' && 'Saved'}</p>
      <div role="alert">
        {status.is === 'failed' && (
          <p className="field-error">
            <CircleAlert aria-hidden="true" /> Not saved yet. Stored in this browser. {status.why}
          </p>
        )}
        {status.is === 'stale' && <Stale {...stale} />}
      </div>
    </div>
  )
}

function Stale({ id, onOverwrite, onReload }: Omit<Props, 'status'>) {
  return (
    <div className="note" data-tone="error">
      <p>
        <CircleAlert aria-hidden="true" />
        The post was saved elsewhere since. Reload to continue with that text, or overwrite it with yours. That text
        stays in the list of versions; yours is not saved yet.
      </p>
      <div className="writing-actions">
        <a
          className="button button-secondary button-small"
          href={href('/admin/blog/:id/preview', { id: String(id) })}
          target="_blank"
          rel="noopener"
        >
          See that text<span className="sr-only"> in a new tab</span>
        </a>
        <Button size="small" onClick={onOverwrite}>
          Overwrite
        </Button>
        <Button size="small" look="quiet" onClick={onReload}>
          Reload
        </Button>
      </div>
    </div>
  )
}
