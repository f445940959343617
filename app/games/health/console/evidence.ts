import type { CheckOutcome, ReportReason } from '../../../db/schema/game-health.server.ts'
import { formatMoment } from '../../../lib/dates.ts'
import { countOf, formatCount } from '../../../lib/text.ts'
import { CHECKS_TO_QUARANTINE, EVIDENCE_DAYS } from '../health-rules.ts'
import { REASON_LABELS, REASONS } from '../reports/report-rules.ts'

/** The evidence against a game since an operator last dismissed a warning. */
export type Evidence = {
  /**
   * The numbers of visitors for whom the game failed to start, who left at once, or who reported it. Each address
   * counts once.
   */
  failed: number
  short: number
  reporters: number
  plays: number
  /**
   * The number of addresses that played it, counted only as far as needed. It is exact if the game is failing or left.
   */
  players: number
  reports: { [Reason in ReportReason]?: number }
  check: { at: Date; outcome: CheckOutcome; detail: string; times: number } | null
  /** Which evidence makes the game suspect. */
  isFailing: boolean
  isLeft: boolean
  isReported: boolean
  isCheckFailed: boolean
}

/** A line of evidence. `isClear`: it makes the game suspect. */
export type EvidenceLine = { text: string; isClear: boolean }

export const OUTCOME_LABELS: Readonly<Record<CheckOutcome, string>> = {
  works: 'the address works',
  gone: 'the address no longer exists',
  'framing refused': 'its host does not allow other sites to show it',
  'host gone': 'the host no longer exists',
  unknown: 'no clear answer',
}

/** Describes the evidence, beginning with what makes the game suspect. */
export function describeEvidence(evidence: Evidence): EvidenceLine[] {
  const { failed, short, reports, check, isFailing, isLeft } = evidence
  const lines: (EvidenceLine | null)[] = [
    check && { text: checkText(check), isClear: evidence.isCheckFailed },
    failed
      ? {
          text: `Failed to start for ${countOf(failed, 'visitor')}, ${playsText(evidence, isFailing)} ${SINCE}`,
          isClear: isFailing,
        }
      : null,
    short
      ? {
          text: `Left within ten seconds by ${countOf(short, 'visitor')}, ${playsText(evidence, isLeft)} ${SINCE}`,
          isClear: isLeft,
        }
      : null,
    Object.keys(reports).length ? { text: `Reported: ${reportsText(reports)}`, isClear: evidence.isReported } : null,
  ]
  return lines.filter((line) => line !== null).toSorted((a, b) => Number(b.isClear) - Number(a.isClear))
}

const SINCE = `in ${EVIDENCE_DAYS === 7 ? 'seven' : EVIDENCE_DAYS} days`

function playsText({ plays, players }: Evidence, isExact: boolean): string {
  return isExact ? `played by ${countOf(players, 'visitor')}` : `played ${countOf(plays, 'time')}`
}

function checkText({ at, outcome, detail, times }: NonNullable<Evidence['check']>): string {
  const isRepeated = outcome !== 'works' && times >= CHECKS_TO_QUARANTINE
  const evidence = detail && outcome !== 'works' ? ` (${detail})` : ''
  const again = isRepeated ? `, ${formatCount(times)} checks in a row` : ''
  return `Checked ${formatMoment(at)}: ${OUTCOME_LABELS[outcome]}${evidence}${again}`
}

/** "3 times “It does not load”, once “Something else”" */
function reportsText(reports: Evidence['reports']): string {
  return REASONS.flatMap((reason) => {
    const count = reports[reason]
    return count ? [`${count === 1 ? 'once' : `${formatCount(count)} times`} “${REASON_LABELS[reason]}”`] : []
  }).join(', ')
}
