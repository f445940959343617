import type { Departure } from './accounts/account/delete-account.server.ts'
import { removeReactionsAndComments } from './community/leave-community.server.ts'
import { removeReactionsOf } from './games/reactions/reactions.server.ts'

/**
 * What is undone when a player leaves, in addition to the deletion of their rows: one line per domain that counts
 * something.
 */
export const DEPARTURES: readonly Departure[] = [removeReactionsOf, removeReactionsAndComments]
