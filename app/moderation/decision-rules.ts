import { z } from 'zod/mini'
import { numberRule } from '../lib/text-rules.ts'
import { wordsRule } from './report-rules.ts'

/** What an operator sends with a decision, and what is said of it (docs/product.md, Moderation). For forms and actions. */

export const DECISION_DONE = {
  approved: 'Approved. It is shown, and reports of it are closed',
  removed: 'Removed. Nobody sees it any more, and its author is told why',
  restored: 'Restored. Everybody sees it again',
  suspended: 'Suspended. All sessions of the account have ended',
  lifted: 'Lifted. The account can sign in again',
  words: 'The list of words is saved',
  site: 'Saved. Every page says it from now on',
  siteReset: 'The site speaks its own words again',
} as const

export const NO_WHY = 'Please give a reason: the player sees it'

export const OPERATOR_STAYS = 'Operators cannot be suspended. Take the role away first, on the command line'
export const SELF_STAYS = 'You cannot suspend yourself'

/** Lengths of a suspension in days, and `day` for one until a day. */
export const SUSPENSION_LENGTHS = [
  { value: '1', label: 'A day' },
  { value: '7', label: 'A week' },
  { value: '30', label: '30 days' },
  { value: 'day', label: 'Until the day below' },
] as const

/** No account is suspended for longer. */
const MOST_YEARS = 10
const DAY_MS = 86_400_000

const whyRule = wordsRule.check(z.minLength(1, NO_WHY))

/** `seen`: the newest act on it when the page was rendered. A later act by another operator refuses the form. */
export const decisionRules = z.object({ seen: numberRule })

/** Approving and restoring also need the version of the text that was on the screen; a missing one is outdated. */
export const showingRules = z.object({
  seen: numberRule,
  version: z._default(z.string().check(z.maxLength(32)), ''),
})

export const removalRules = z.object({ seen: numberRule, why: whyRule })

export const suspensionRules = z
  .object({
    seen: numberRule,
    length: z.enum(['1', '7', '30', 'day'], 'Please choose for how long'),
    until: z._default(z.string(), ''),
    why: whyRule,
  })
  .check(
    z.refine(({ length, until }) => length !== 'day' || isDayAhead(until), {
      error: `Please choose a day after today, at most ${MOST_YEARS} years ahead`,
      path: ['until'],
    }),
  )

/** When a suspension ends that is read by `suspensionRules`: days from now, or where the day begins, in UTC. */
export function endOfSuspension(given: { length: '1' | '7' | '30' | 'day'; until: string }, now = new Date()): Date {
  if (given.length === 'day') return new Date(`${given.until}T00:00:00Z`)
  return new Date(now.getTime() + Number(given.length) * DAY_MS)
}

function isDayAhead(day: string, now = Date.now()): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const at = Date.parse(`${day}T00:00:00Z`)
  return at > now && at < now + MOST_YEARS * 365.25 * DAY_MS
}

/** The list of words that hold back what they stand in. */
export const WORD_LINES = 2000
export const WORD_MAX = 60

/** Of the form, whose letters may each be six signs of an address. */
export const WORDS_BYTES = 1_500_000

const LIST_LONG = `Please use at most ${WORD_LINES} lines of ${WORD_MAX} characters`

export const heldWordsRules = z.object({
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

/** The lines of the list that have something in them. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/** What is wrong with the list, as a sentence; null where nothing is. */
function faultOfWords(text: string): string | null {
  if (text.length > WORD_LINES * (2 * WORD_MAX + 2)) return LIST_LONG
  const lines = linesOf(text)
  if (lines.length > WORD_LINES) return LIST_LONG
  const long = lines.find((line) => line.length > 2 * WORD_MAX || Array.from(line.trim()).length > WORD_MAX)
  if (long) return `Please use at most ${WORD_MAX} characters a line: ${Array.from(long).slice(0, 20).join('')}...`
  const empty = lines.find((line) => !/[\p{L}\p{N}]/u.test(line))
  return empty ? `There is no letter or digit in this line: ${empty.slice(0, 20)}` : null
}
