import type { PlanKind } from '../../../db/schema/feeds.server.ts'

/** The kinds of entries in a plan, in the order of its tabs. The browser needs them, too. */
export const PLAN_KINDS = ['new', 'changed', 'relisted', 'delisted', 'rejected'] as const satisfies PlanKind[]
