import { href } from 'react-router'
import { z } from 'zod/mini'
import { mayFit, plainLine } from '../lib/plain-text.ts'

/** What can be reported, with which reasons, and what is said of it (docs/product.md, Moderation). For forms and actions. */

export const REPORT_KINDS = ['post', 'comment', 'player', 'picture'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_REASONS = ['spam', 'abuse', 'unsafe', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  abuse: 'Abuse or harassment',
  unsafe: 'Not safe for everybody who plays here',
  other: 'Something else',
}

/** Of a report and of what an operator gives as a reason. */
export const WORDS_MAX = 500

export const REPORT_DONE = 'Thank you. An operator will look at it'
export const REPORT_FAILED = 'Your report was not sent'
export const REPORTED_ALREADY = 'You have reported this already'
export const REPORT_OWN = 'You cannot report what is yours'

const NO_REASON = 'Please choose a reason'
const WORDS_LONG = `Please use at most ${WORDS_MAX} characters`

/** Some words on one line, of at most so many letters; empty where none are given. */
export const wordsRule = z._default(
  z.string(WORDS_LONG).check(
    z.refine((text) => mayFit(text, WORDS_MAX), { error: WORDS_LONG, abort: true }),
    z.overwrite(plainLine),
    z.refine((text) => Array.from(text).length <= WORDS_MAX, WORDS_LONG),
  ),
  '',
)

export const reportRules = z
  .object({
    reason: z.enum(REPORT_REASONS, NO_REASON),
    words: wordsRule,
    /** Where the page leads on afterwards, as it came: to be read by `nextPath`. */
    back: z._default(z.string(), ''),
  })
  .check(
    z.refine(({ reason, words }) => reason !== 'other' || words !== '', {
      error: 'Please say what is wrong',
      path: ['words'],
    }),
  )

/** The page of a report of something: a post or comment by its number, a player by username, a picture by its path. */
export function reportHref(kind: ReportKind, id: string | number): string {
  return `${href('/reports/new')}?${new URLSearchParams({ kind, id: String(id) })}`
}
