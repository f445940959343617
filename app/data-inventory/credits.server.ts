import { sql } from 'drizzle-orm'
import type { signInDays, creditAwards, creditBalances } from '../db/schema/credits.server.ts'
import { type Entry, single, NUMBER, WHOSE } from './entry.server.ts'

export const CREDITS_DATA: {
  signInDays: Entry<typeof signInDays>
  creditAwards: Entry<typeof creditAwards>
  creditBalances: Entry<typeof creditBalances>
} = {
  signInDays: {
    title: 'The days of your visits, for the streak',
    columns: { playerId: WHOSE, day: 'the day', isStreakFreeze: 'whether a streak freeze was used for it' },
    deleted: 'days of your visits',
    download: {
      signInDays: (id) =>
        sql`select day, is_rest as "isStreakFreeze" from sign_in_days where player_id = ${id} order by day`,
    },
  },
  creditAwards: {
    title: 'The history of your credits, and what you bought with them',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      activityType: 'what for',
      credits: 'how many',
      metadata: 'which game, post or comment, how long a streak, or what you bought',
      key: 'a key that prevents counting it twice',
      createdAt: 'when',
    },
    deleted: 'credit history, purchases',
    download: {
      creditHistory: (id) => sql`
    select activity_type as activity, credits, metadata, created_at as "createdAt"
    from credit_awards where player_id = ${id} order by created_at, id`,
    },
  },
  creditBalances: {
    title: 'Your credits',
    columns: { playerId: WHOSE, total: 'their total' },
    deleted: 'credits',
    download: {
      credits: single(
        (id) => sql`
    select coalesce((select total from credit_balances where player_id = ${id}), 0) as total`,
      ),
    },
  },
}
