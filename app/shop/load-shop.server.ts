import { prepared } from '../db/query.server.ts'
import { utcDay } from '../lib/dates.ts'
import { FREEZES_BOUGHT, FREEZES_LEFT } from '../credits/streak/streak-freezes.server.ts'

/** The data of a player that the shop shows, except for the profile. */
export type Shop = {
  total: number
  /** Ledger keys, such as `buy:frame-film`. */
  bought: string[]
  /** The number of streak freezes ever bought, and the number left. */
  freezes: { bought: number; available: number }
  /** Whether today's visit is recorded (app/credits/streak/record-visit.server.ts). */
  isNoted: boolean
}

/** Returns a player's credits and purchases. */
export async function loadShop(playerId: string): Promise<Shop> {
  const [row] = await prepared<Shop>('shop', READ, [playerId, utcDay(new Date())])
  return row ?? { total: 0, bought: [], freezes: { bought: 0, available: 0 }, isNoted: false }
}

const READ = `
  select coalesce((select total from credit_balances b where b.player_id = p.id), 0) as total,
    array(select key from credit_awards a where a.player_id = p.id and a.activity_type = 'shop') as bought,
    json_build_object('bought', ${FREEZES_BOUGHT}, 'available', ${FREEZES_LEFT}) as freezes,
    exists (select from sign_in_days d where d.player_id = p.id and d.day = $2::date) as "isNoted"
  from players p where p.id = $1`
