import type { ReactNode } from 'react'
import { countOf } from '../../../lib/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { providerLabel } from '../providers/provider-labels.ts'
import { countLabel, gamesTableHref } from '../../management/table/table-rules.ts'
import { RunNow } from '../list/feeds-table.tsx'
import { type FeedRun, hasNoChanges } from '../runs/feed-run.ts'
import { planHref } from './plan-query.ts'
import { UndoLink } from './run-forms.tsx'

type Props = {
  run: FeedRun
  /** Whether new games of the run are pending review. */
  hasPending: boolean
  /** The number of the provider's games that rules hold or hide. */
  held: number
}

/** The result of a run, and the available next steps. */
export function RunResult(props: Props) {
  const result = resultOf(props)
  return (
    result && (
      <div className="run-result-card" data-state={props.run.state}>
        {result}
      </div>
    )
  )
}

function resultOf({ run, hasPending, held }: Props): ReactNode {
  const { id, feedId, feedName, provider, isSaved, state, counts, skipped, error, can } = run
  const again = (
    <div className="buttons">
      {isSaved && <RunNow id={feedId} name={feedName} label="Try again" />}
      {can.undo && <UndoLink id={id} />}
    </div>
  )
  switch (state) {
    case 'applied':
      return (
        <>
          <p>
            <strong>{appliedText(run)}</strong> <LocalTime at={run.appliedAt ?? run.plannedAt ?? run.createdAt} />
          </p>
          <Skipped
            id={id}
            skipped={skipped}
            one="changed after the plan was made and was skipped."
            many="changed after the plan was made and were skipped."
          />
          {held > 0 && (
            <p>
              <a className="text-link" href={gamesTableHref({ provider, ruled: true })}>
                {countLabel(held)} from {providerLabel(provider)}
              </a>{' '}
              {held === 1 ? 'is' : 'are'} held or hidden by rules.
            </p>
          )}
          <div className="buttons">
            {counts && counts.new > 0 && (
              <ButtonLink href={gamesTableHref(hasPending ? { provider, status: 'pending' } : { provider })}>
                {hasPending ? 'Review new games' : 'See the provider’s games'}
              </ButtonLink>
            )}
            {can.undo && <UndoLink id={id} />}
          </div>
        </>
      )
    case 'undone':
      return (
        <>
          <p>
            <strong>Undone.</strong> Its new games are hidden, and its changed games are restored.{' '}
            {run.undoneAt && <LocalTime at={run.undoneAt} />}
          </p>
          <Skipped
            id={id}
            skipped={skipped}
            one="changed since the run and was skipped."
            many="changed since the run and were skipped."
          />
        </>
      )
    case 'failed':
      return (
        <>
          <p>
            <strong>The run failed.</strong> {error}
          </p>
          {again}
        </>
      )
    case 'cancelled':
      return (
        <>
          <p>
            <strong>Cancelled.</strong>{' '}
            {run.done > 0
              ? `${countOf(run.done, 'change was', 'changes were')} applied before the run stopped.`
              : 'Nothing has changed.'}
          </p>
          {again}
        </>
      )
    case 'discarded':
      return (
        <p>
          <strong>Discarded.</strong> Nothing has changed.
        </p>
      )
    default:
      return null
  }
}

/** "Applied 11 changes. 1 was left out." */
function appliedText({ counts, done, skipped, total, delistQuestion }: FeedRun): string {
  if (counts && hasNoChanges(counts)) return 'No changes. The portal’s games already match the feed.'
  const { new: added, changed, relisted, delisted } = counts ?? NO_COUNTS
  const leftOut = added + changed + relisted + (delistQuestion ? 0 : delisted) - total
  const applied = done > skipped ? `Applied ${countOf(done - skipped, 'change')}.` : 'Applied without changes.'
  return leftOut > 0 ? `${applied} ${countOf(leftOut, 'was', 'were')} left out.` : applied
}

const NO_COUNTS = { new: 0, changed: 0, relisted: 0, delisted: 0 }

type SkippedProps = { id: number; skipped: number; one: string; many: string }

function Skipped({ id, skipped, one, many }: SkippedProps) {
  if (skipped === 0) return null
  return (
    <p>
      <a className="text-link" href={planHref(id, { filter: 'skipped' })}>
        {countOf(skipped, 'game')}
      </a>{' '}
      {skipped === 1 ? one : many}
    </p>
  )
}
