import { z } from 'zod/mini'
import { numberRule } from '../../../lib/text-rules.ts'

/** Which rule of a feed a form is about: its place, in the version of the feed that the operator saw. */
export const ruleActRules = z.object({ version: numberRule, index: numberRule })

/** Games that a rule is applied to. The ticked ones arrive as `game`. */
export const rulingRules = z.object({ rule: z._default(z.string(), ''), game: z._default(z.unknown(), '') })
