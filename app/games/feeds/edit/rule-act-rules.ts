import { z } from 'zod/mini'
import { numberRule } from '../../../lib/text-rules.ts'

/** Identifies the rule that a form changes: its position, in the feed version that the operator loaded. */
export const ruleActRules = z.object({ version: numberRule, index: numberRule })

/** The games to which a rule is applied. The ticked ones arrive as `game`. */
export const rulingRules = z.object({ rule: z._default(z.string(), ''), game: z._default(z.unknown(), '') })
