import { database } from '../db/connection.server.ts'
import { boughtKey, RESTS_KEPT_AT_MOST } from '../credits/credit-rules.ts'
import { lockBalance, spendCredits } from '../credits/ledger.server.ts'
import { noteVisit } from '../credits/note-visit.server.ts'
import { countRests } from '../credits/rests.server.ts'
import { offerOf } from './shop-rules.ts'

/** `bought`: it was before, and costs nothing again. `full`: no more days' rest are kept. `stale`: not the next of them. */
export type Purchased = {
  outcome: 'done' | 'bought' | 'short' | 'full' | 'stale'
  name: string
  price: number
  total: number
}

/**
 * Has a player buy what stands in the shop under an id, at the shop's price (docs/product.md, Shop). However often and in parallel it is
 * asked for, it is paid once. Null where there is no such thing, or no such player.
 */
export async function buyItem(playerId: string, item: string, now: Date = new Date()): Promise<Purchased | null> {
  const offer = offerOf(item)
  if (!offer) return null
  const { name, price, number } = offer
  // A rest is for days to come: noting this one first breaks a row that was missed without.
  if (number !== null) await noteVisit(playerId, now)
  return database().transaction(async (tx) => {
    const total = await lockBalance(tx, playerId)
    if (total === null) return null
    if (number !== null) {
      const { bought, kept } = await countRests(tx, playerId)
      if (number > bought + 1) return { outcome: 'stale', name, price, total }
      if (number > bought && kept >= RESTS_KEPT_AT_MOST) return { outcome: 'full', name, price, total }
    }
    const spent = await spendCredits(tx, { playerId, price, key: boughtKey(item), name, now })
    return spent && { ...spent, name, price }
  })
}
