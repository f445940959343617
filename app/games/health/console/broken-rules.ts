import { z } from 'zod/mini'
import { lineRule, numberRule } from '../../../lib/text-rules.ts'
import { LIMITS } from '../../management/management-rules.ts'
import { BROKEN_ON_PAGE } from '../health-rules.ts'

/** The forms on the list of broken games. Fields named `game` contain the ids of the games. */

const reasonRule = z._default(lineRule('Reason', LIMITS.reason), '')

export const hideBrokenRules = z.object({
  game: numberRule,
  reason: reasonRule.check(z.minLength(1, 'Give a reason. Only operators see it')),
})

/** The form for a selection. Its buttons are the actions; only hiding needs a reason. */
export const selectionRules = z.object({ reason: reasonRule })

export const noFields = z.object({})

/** A form may contain all games of a page, with ids of up to ten digits, and a reason. */
export const BROKEN_BYTES = BROKEN_ON_PAGE * 16 + 12 * LIMITS.reason + 1024

const MAX_ID = 2_147_483_647

/** The ids of the games in a form. */
export function gamesIn(form: FormData): number[] {
  const ids = form.getAll('game').map(Number)
  const known = ids.filter((id) => Number.isInteger(id) && id > 0 && id <= MAX_ID)
  return [...new Set(known)].slice(0, BROKEN_ON_PAGE)
}
