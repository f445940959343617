import { href } from 'react-router'
import { mayFit, plainLine } from '../lib/plain-text.ts'
import { z } from 'zod/mini'
import { numberRule } from '../lib/text-rules.ts'
import { formatCount } from '../lib/text.ts'

/** Reports: kinds, reasons and messages, shared by forms and actions (docs/product.md#reports). */

export const REPORT_KINDS = ['post', 'comment', 'player', 'picture'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_REASONS = ['spam', 'abuse', 'unsafe', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  abuse: 'Abuse or harassment',
  unsafe: 'Not suitable for all ages',
  other: 'Something else',
}

/** Limit for the explanation of a report and for an operator's reason, in characters. */
export const WORDS_MAX = 500

export const REPORT_DONE = 'Thank you. An operator will review it'
export const REPORT_FAILED = 'Your report was not sent'
export const REPORTED_ALREADY = 'You have already reported this'
export const REPORT_OWN = 'You cannot report your own content'

const NO_REASON = 'Please choose a reason'
const EXPLANATION_TOO_LONG = `Please use at most ${WORDS_MAX} characters`

/** Rule for a single line of at most WORDS_MAX characters, empty by default. */
export const wordsRule = z._default(
  z.string(EXPLANATION_TOO_LONG).check(
    z.refine((text) => mayFit(text, WORDS_MAX), { error: EXPLANATION_TOO_LONG, abort: true }),
    z.overwrite(plainLine),
    z.refine((text) => Array.from(text).length <= WORDS_MAX, EXPLANATION_TOO_LONG),
  ),
  '',
)

export const reportRules = z
  .object({
    reason: z.enum(REPORT_REASONS, NO_REASON),
    words: wordsRule,
    /** The path to return to afterwards. It is not validated here: read it with `nextPath`. */
    back: z._default(z.string(), ''),
  })
  .check(
    z.refine(({ reason, words }) => reason !== 'other' || words !== '', {
      error: 'Please describe what is wrong',
      path: ['words'],
    }),
  )

/**
 * Returns the link to the report page of a post or comment (by number), a player (by username) or a picture (by path).
 */
export function reportHref(kind: ReportKind, id: string | number): string {
  return `${href('/reports/new')}?${new URLSearchParams({ kind, id: String(id) })}`
}

/** Operators' decisions: fields and messages, shared by forms and actions (docs/product.md#operators-decisions). */

export const DECISION_DONE = {
  approved: 'Approved. It is public, and its reports are closed',
  removed: 'Removed. Its author sees the reason. Other players and visitors can no longer see it',
  restored: 'Restored. It is public again',
  suspended: 'Suspended. All sessions of the account have ended',
  lifted: 'Suspension lifted. The account can sign in again',
  words: 'Blocklist saved',
  site: 'Saved. All pages show it now',
  siteReset: 'All defaults are restored',
} as const

export const REASON_MISSING = 'Please give a reason. The player will see it'

export const OPERATOR_STAYS = 'Operators cannot be suspended. Remove the role first, on the command line'
export const SELF_STAYS = 'You cannot suspend yourself'

/** Lengths of a suspension in days. `day` stands for a chosen date. */
export const SUSPENSION_LENGTHS = [
  { value: '1', label: 'A day' },
  { value: '7', label: 'A week' },
  { value: '30', label: '30 days' },
  { value: 'day', label: 'Until the date below' },
] as const

/** The longest suspension. */
const MAX_YEARS = 10
const DAY_MS = 86_400_000

const whyRule = wordsRule.check(z.minLength(1, REASON_MISSING))

/**
 * `seen` is the newest act on the item when the page was rendered. The form is rejected if another operator has acted
 * on the item since.
 */
export const decisionRules = z.object({ seen: numberRule })

/**
 * Approving and restoring also need the version of the text that the operator saw. A missing version counts as
 * outdated.
 */
export const showingRules = z.object({
  seen: numberRule,
  version: z._default(z.string().check(z.maxLength(32)), ''),
})

export const removalRules = z.object({ seen: numberRule, why: whyRule })

export const suspensionRules = z
  .object({
    seen: numberRule,
    length: z.enum(['1', '7', '30', 'day'], 'Please choose a duration'),
    until: z._default(z.string(), ''),
    why: whyRule,
  })
  .check(
    z.refine(({ length, until }) => length !== 'day' || isDayAhead(until), {
      error: `Please choose a day after today, at most ${MAX_YEARS} years ahead`,
      path: ['until'],
    }),
  )

/**
 * Takes values of `suspensionRules`, and returns when the suspension ends: days from now, or at midnight UTC on the
 * date.
 */
export function endOfSuspension(given: { length: '1' | '7' | '30' | 'day'; until: string }, now = new Date()): Date {
  if (given.length === 'day') return new Date(`${given.until}T00:00:00Z`)
  return new Date(now.getTime() + Number(given.length) * DAY_MS)
}

function isDayAhead(day: string, now = Date.now()): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const at = Date.parse(`${day}T00:00:00Z`)
  return at > now && at < now + MAX_YEARS * 365.25 * DAY_MS
}

/** Limits of the blocklist: the number of lines, and the characters in a line. */
export const WORD_LINES = 2000
export const WORD_MAX = 60

/**
 * Maximum size of the form body in bytes: WORD_LINES lines of WORD_MAX characters, each up to twelve bytes URL-encoded.
 */
export const BLOCKLIST_BYTES = 1_500_000

const LIST_LONG = `Please use at most ${formatCount(WORD_LINES)} lines of ${WORD_MAX} characters`

export const blocklistRules = z.object({
  seen: numberRule,
  words: z._default(
    z.string(LIST_LONG).check(
      z.refine((text) => faultOfWords(text) === null, {
        error: (issue) => faultOfWords(String(issue.input)) ?? LIST_LONG,
      }),
    ),
    '',
  ),
})

/** Returns the non-blank lines of a text. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/** Returns the error message for a blocklist, or null if it is valid. */
function faultOfWords(text: string): string | null {
  if (text.length > WORD_LINES * (2 * WORD_MAX + 2)) return LIST_LONG
  const lines = linesOf(text)
  if (lines.length > WORD_LINES) return LIST_LONG
  const long = lines.find((line) => line.length > 2 * WORD_MAX || Array.from(line.trim()).length > WORD_MAX)
  if (long) return `Please use at most ${WORD_MAX} characters per line: ${Array.from(long).slice(0, 20).join('')}...`
  const empty = lines.find((line) => !/[\p{L}\p{N}]/u.test(line))
  return empty ? `This line has no letter or digit: ${empty.slice(0, 20)}` : null
}
