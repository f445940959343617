import type { Departure } from './accounts/delete-account.server.ts'
import { leaveCommunity } from './community/leave-community.server.ts'
import { removeReactionsOf } from './games/reactions/reactions.server.ts'

/** What is taken back when a player leaves, beside the rows that go with theirs: one line a domain that counts something. */
export const DEPARTURES: readonly Departure[] = [removeReactionsOf, leaveCommunity]
