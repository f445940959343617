import { database } from '../db/connection.server.ts'
import { boughtKey, FREEZES_MAX } from '../credits/credit-rules.ts'
import { lockBalance, spendCredits } from '../credits/ledger.server.ts'
import { recordVisit } from '../credits/streak/record-visit.server.ts'
import { countFreezes } from '../credits/streak/streak-freezes.server.ts'
import { offerOf } from './shop-rules.ts'

/**
 * `bought`: the player already owns the item and was not charged again. `short`: the player has too few credits.
 * `full`: the player cannot hold another streak freeze. `stale`: the number is not that of the next freeze.
 */
export type Purchased = {
  outcome: 'done' | 'bought' | 'short' | 'full' | 'stale'
  name: string
  price: number
  total: number
}

/**
 * Buys a shop item by its id at the shop's price (docs/product.md#shop). Repeated and concurrent calls charge the
 * player once. Returns null if there is no such item or player.
 */
export async function buyItem(playerId: string, item: string, now: Date = new Date()): Promise<Purchased | null> {
  const offer = offerOf(item)
  if (!offer) return null
  const { name, price, number } = offer
  // A new freeze covers only future days. Record today's visit first, so that the freeze cannot save a streak that has
  // already ended.
  if (number !== null) await recordVisit(playerId, now)
  return database().transaction(async (tx) => {
    const total = await lockBalance(tx, playerId)
    if (total === null) return null
    if (number !== null) {
      const { bought, available } = await countFreezes(tx, playerId)
      if (number > bought + 1) return { outcome: 'stale', name, price, total }
      if (number > bought && available >= FREEZES_MAX) return { outcome: 'full', name, price, total }
    }
    const spent = await spendCredits(tx, { playerId, price, key: boughtKey(item), name, now })
    return spent && { ...spent, name, price }
  })
}
