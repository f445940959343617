import { withBack } from '../back-link.tsx'
import { BulkNote, type ShownAction } from './bulk-note.tsx'
import { bulkActionHref } from './bulk-rules.ts'

type Props = {
  /** Newest first. */
  actions: ShownAction[]
  /** The address of the list, for the way back from an action's page. */
  back: string
}

/** The notices above a list: the newest action, and the others on demand. Those that need attention are open. */
export function BulkNotes({ actions, back }: Props) {
  const [newest, ...others] = actions
  if (!newest) return null
  const noteOf = (started: ShownAction) => (
    <BulkNote
      key={started.id}
      started={started}
      more={
        <a className="text-link" href={withBack(bulkActionHref(started.id), back)}>
          Details
        </a>
      }
    />
  )
  return (
    <>
      {noteOf(newest)}
      {others.length > 0 && (
        <details className="bulk-more" open={others.some(isOpen) || undefined}>
          <summary className="text-link">{others.length} more</summary>
          {others.map(noteOf)}
        </details>
      )}
    </>
  )
}

function isOpen({ state }: ShownAction): boolean {
  return state === 'running' || state === 'undoing' || state === 'stopped'
}
