import type { PostState } from './drafts.server.ts'
import { formatMoment } from '../../lib/dates.ts'

const LABELS = { draft: 'Draft', published: 'Published', scheduled: 'Scheduled' } as const

/** The state of a post, with the date if it is scheduled. */
export function StateChip({ state, at }: { state: PostState; at: Date | null }) {
  return (
    <span className="chip state-chip" data-state={state}>
      {LABELS[state]}
      {state === 'scheduled' && at && ` for ${formatMoment(at)}`}
    </span>
  )
}
