import type { FeedRunCounts, FeedRunState, PlanKind } from '../../../db/schema/feeds.server.ts'
import { countOf, formatCount, listOf } from '../../../lib/text.ts'
import { hasNoChanges } from '../runs/feed-run.ts'

/** Texts about runs in the console. */

export const STATE_LABELS: Readonly<Record<FeedRunState, string>> = {
  reading: 'Reading',
  planned: 'Pending review',
  applying: 'Applying',
  applied: 'Applied',
  discarded: 'Discarded',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
}

export const STARTED_LABELS = {
  operator: 'Started by hand',
  schedule: 'Scheduled',
  command: 'Started by command',
} as const

/** The tabs of a plan. */
export const KIND_LABELS: Readonly<Record<PlanKind, string>> = {
  new: 'New',
  changed: 'Changed',
  relisted: 'Returned',
  delisted: 'No longer in the feed',
  rejected: 'Rejected',
}

export const KIND_TEXTS: Readonly<Record<PlanKind, string>> = {
  new: 'Games that this portal does not have yet.',
  changed: 'Games whose entry in the feed has changed since the feed’s last run.',
  relisted: 'Games that were delisted and are in the feed again. They become public again.',
  delisted: 'Games that the feed no longer lists.',
  rejected: 'Entries that cannot be imported.',
}

/** A summary of a plan's or run's changes: "12 new, 3 changed and 1 delisted", or "no changes". */
export function describeCounts(counts: FeedRunCounts): string {
  const parts = [
    counts.new && `${formatCount(counts.new)} new`,
    counts.changed && `${formatCount(counts.changed)} changed`,
    counts.relisted && `${formatCount(counts.relisted)} returned`,
    counts.delisted && `${formatCount(counts.delisted)} delisted`,
    counts.rejected && `${formatCount(counts.rejected)} rejected`,
  ].filter((part) => part !== 0)
  return parts.length ? listOf(parts) : 'no changes'
}

/** The result of a run without changes, shown below "No changes". */
function describeUnchanged({ unchanged, rejected }: FeedRunCounts): string {
  const parts = [
    unchanged && `${formatCount(unchanged)} unchanged`,
    rejected && `${formatCount(rejected)} rejected`,
  ].filter((part) => part !== 0)
  return parts.length ? listOf(parts) : 'The feed is empty'
}

type Described = {
  state: FeedRunState
  entries: number
  counts: FeedRunCounts | null
  error?: string | null
  done?: number
  total?: number
  /** Explains why delistings need an answer. */
  delistQuestion?: string | null
}

const ASKS = 'Your answer is needed: have games left the feed?'

/** Explains in a sentence why an entry was rejected or skipped. */
export function reasonText(reason: string): string {
  const text = reason.replace(/^url\b/, 'the play URL')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A short result of a run, shown below its state. */
export function describeRun({ state, entries, counts, error, done = 0, total = 0, delistQuestion }: Described): string {
  if (delistQuestion && (state === 'planned' || state === 'applied')) return ASKS
  switch (state) {
    case 'reading':
      return `${countOf(entries, 'entry', 'entries')} so far`
    case 'applying':
    case 'undoing':
      return `${formatCount(done)} of ${formatCount(total)}`
    case 'failed':
      return error ?? 'The run ended with an error'
    default:
      if (state === 'applied' && counts && hasNoChanges(counts)) return describeUnchanged(counts)
      return counts ? describeCounts(counts) : countOf(entries, 'entry', 'entries')
  }
}
