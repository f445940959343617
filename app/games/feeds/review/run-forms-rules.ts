import { z } from 'zod/mini'
import { PLAN_KINDS } from './plan-kinds.ts'

/** The forms of a run in the console. */

export const RUN_DONE = {
  chosen: 'Saved',
  discarded: 'Discarded. Nothing has changed',
  cancelled: 'It stops in a moment',
  applied: 'The changes are being applied',
  undone: 'The run is being undone',
  answered: 'Saved',
} as const

/** The entries of a page: their positions, separated by commas. The ticked ones arrive as `chosen`. */
export const pageChoiceRules = z.object({ shown: z._default(z.string(), ''), chosen: z._default(z.unknown(), '') })

/** A choice of many entries: of a kind, of a filter, or all. */
export const choiceRules = z.object({
  of: z.enum([...PLAN_KINDS, 'duplicates', 'ruled', 'all'], 'Choose from the list'),
  isChosen: z.enum(['yes', 'no'], 'Choose from the list'),
})

export const applyRules = z.object({
  /** A checkbox: whether games that left a much shorter feed count as delisted. */
  confirmDelisting: z._default(z.string(), ''),
})

export const answerRules = z.object({ answer: z.enum(['yes', 'no'], 'Choose yes or no') })
