import { LocalTime } from '../../../ui/local-time.tsx'
import { feedHref, runHref } from '../feed-form-rules.ts'
import { describeRun, STARTED_LABELS } from '../review/run-texts.ts'
import { StateChip } from '../review/state-chip.tsx'
import type { FeedRun } from '../runs/feed-run.ts'

/** Only the newest run of a feed can still ask the operator about delistings. */
const asksNow = ({ state, can }: FeedRun) => state === 'planned' || can.answerDelisting

type Props = {
  runs: FeedRun[]
  /** Whether all runs belong to one feed, so that its name is not repeated. */
  ofOneFeed?: boolean
}

/** A list of runs, newest first. */
export function RunsList({ runs, ofOneFeed = false }: Props) {
  return (
    <ul className="runs">
      {runs.map((run) => (
        <li key={run.id}>
          <a href={runHref(run.id)} className="run-link">
            <StateChip run={run} />
            <strong dir="auto">{ofOneFeed ? `Run ${run.id}` : run.feedName}</strong>
          </a>
          <span className="run-result">{describeRun(asksNow(run) ? run : { ...run, delistQuestion: null })}</span>
          <small>
            {STARTED_LABELS[run.startedBy]}, <LocalTime at={run.createdAt} />
            {!ofOneFeed && run.isSaved && (
              <>
                {' · '}
                <a className="text-link" href={feedHref(run.feedId)}>
                  Feed
                </a>
              </>
            )}
          </small>
        </li>
      ))}
    </ul>
  )
}
