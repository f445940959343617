import { z } from 'zod/mini'
import { numberRule } from '../../../lib/text-rules.ts'
import { PLAN_KINDS } from './plan-kinds.ts'

/** The forms of a run in the console. */

export const RUN_DONE = {
  chosen: 'Saved',
  discarded: 'Discarded. Nothing has changed',
  cancelled: 'The run is stopping',
  applied: 'The changes are being applied',
  undone: 'The run is being undone',
  answered: 'Saved',
} as const

/**
 * Positions of entries on a page: `was` lists those that were ticked when the page was loaded, and `touched` those that
 * the operator has ticked or unticked since, if the browser runs JavaScript; both separated by commas. The ticked ones
 * arrive as `chosen`.
 */
export const pageChoiceRules = z.object({
  was: z._default(z.string(), ''),
  touched: z._default(z.string(), ''),
  chosen: z._default(z.unknown(), ''),
})

/** A choice for many entries: those of one kind, those of one filter, or all. */
export const choiceRules = z.object({
  of: z.enum([...PLAN_KINDS, 'duplicates', 'ruled', 'all'], 'Choose from the list'),
  isChosen: z.enum(['yes', 'no'], 'Choose from the list'),
})

export const applyRules = z.object({
  /** The number of changes that the page showed as chosen. */
  chosen: numberRule,
  /** A checkbox: whether games missing from a much shorter feed are delisted. */
  confirmDelisting: z._default(z.string(), ''),
})

export const answerRules = z.object({ answer: z.enum(['yes', 'no'], 'Choose yes or no') })
