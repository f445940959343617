import { countOf, formatCount } from '../../../lib/text.ts'
import type { FeedRun } from '../runs/feed-run.ts'
import { gamesTableHref } from '../../management/table/table-rules.ts'
import { planHref } from './plan-query.ts'
import { KIND_LABELS } from './run-texts.ts'

/**
 * The numbers of a plan, each with a link to its entries. `undone` counts games that are hidden because a run was
 * undone.
 */
export function PlanSummary({ run, undone }: { run: FeedRun; undone: number }) {
  const { id, counts, entries } = run
  if (!counts) return null
  const cards = [
    { label: KIND_LABELS.new, count: counts.new, to: planHref(id, { kind: 'new' }) },
    { label: KIND_LABELS.changed, count: counts.changed, to: planHref(id, { kind: 'changed' }) },
    { label: KIND_LABELS.relisted, count: counts.relisted, to: planHref(id, { kind: 'relisted' }) },
    { label: KIND_LABELS.delisted, count: counts.delisted, to: planHref(id, { kind: 'delisted' }) },
    { label: KIND_LABELS.rejected, count: counts.rejected, to: planHref(id, { kind: 'rejected' }), isBad: true },
    { label: 'Suspected duplicates', count: counts.duplicates, to: planHref(id, { filter: 'duplicates' }) },
    { label: 'Affected by rules', count: counts.ruled, to: planHref(id, { filter: 'ruled' }) },
    { label: 'Unchanged', count: counts.unchanged, to: null },
  ]
  const shown = cards.filter(
    ({ label, count }) => count > 0 || label === KIND_LABELS.new || label === KIND_LABELS.changed,
  )
  return (
    <>
      <ul className="plan-summary">
        {shown.map(({ label, count, to, isBad }) => (
          <li key={label} data-bad={(isBad && count > 0) || undefined}>
            {to && count > 0 ? (
              <a href={to}>
                <strong>{formatCount(count)}</strong> {label}
              </a>
            ) : (
              <p>
                <strong>{formatCount(count)}</strong> {label}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="quiet plan-read">
        The run read {countOf(entries, 'entry', 'entries')},{' '}
        {run.isComplete ? 'which is the whole feed' : 'but not the whole feed. Missing games are not delisted'}.
      </p>
      {undone > 0 && (
        <p className="plan-read">
          {formatCount(undone)} of the unchanged games {undone === 1 ? 'is' : 'are'} hidden by an undone run
          {'. '}
          <a className="text-link" href={gamesTableHref({ provider: run.provider, status: 'hidden' })}>
            Show hidden games
          </a>
        </p>
      )}
    </>
  )
}
