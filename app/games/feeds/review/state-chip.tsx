import type { FeedRunCounts, FeedRunState } from '../../../db/schema/feeds.server.ts'
import { hasNoChanges } from '../runs/feed-run.ts'
import { STATE_LABELS } from './run-texts.ts'

type Shown = { state: FeedRunState; counts: FeedRunCounts | null }

/** The state of a run. */
export function StateChip({ run: { state, counts } }: { run: Shown }) {
  const isUnchanged = state === 'applied' && counts !== null && hasNoChanges(counts)
  return (
    <span className="chip state-chip" data-state={state}>
      {isUnchanged ? 'No changes' : STATE_LABELS[state]}
    </span>
  )
}
