import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { createPlayers, listGameIds, type Player } from './players.ts'
import { databaseOf } from './portals.ts'
import { type Answer, ask } from './requests.ts'
import type { Tally } from './results.ts'

/** More at once than the pool has connections, so that each of them is met. */
const AT_ONCE = 12

/** Somebody who looks at pages and writes, and a game that they wish for. */
export type Visitor = { player: Player; game: number }

export async function createVisitor(portal: PortalProcess): Promise<Visitor> {
  const database = databaseOf(portal)
  const [[player], [game]] = [await createPlayers(database, 1), await listGameIds(database)]
  return { player: player!, game: game! }
}

/** A page that no cache has and that asks the database. */
export function freshPage(): string {
  return `/games?q=${Math.random().toString(36).slice(2, 8)}`
}

/** What a portal that is well answers: public pages, a player's own, a write, and that it is ready. */
export function askAll({ url }: PortalProcess, { player, game }: Visitor, patience: number): Promise<Answer[]> {
  const { cookie } = player
  return Promise.all([
    ...Array.from({ length: AT_ONCE }, () => ask(url, freshPage(), { patience })),
    ask(url, '/wishlist', { cookie, patience }),
    ask(url, `/wishlist/entries/${game}`, { method: 'PUT', cookie, patience }),
    ask(url, '/readyz', { patience }),
  ])
}

/**
 * Asks until everything is answered as it should be, and adds how long that took from now on. A fault where it takes
 * longer than `limit`, or where the portal has ended; gives whether it is well.
 */
export async function expectWell(
  tally: Tally,
  portal: PortalProcess,
  visitor: Visitor,
  limit: number,
): Promise<boolean> {
  const started = performance.now()
  for (;;) {
    if (portal.end()) {
      tally.faults.push('the portal ended')
      return false
    }
    const answers = await askAll(portal, visitor, limit)
    const ms = performance.now() - started
    if (answers.every(({ status }) => status === 200 || status === 204)) {
      tally.ms.push(ms)
      if (ms > limit) tally.faults.push(`well after more than ${Math.round(limit / 1000)} s`)
      return true
    }
    if (ms > limit + GRACE_MS) {
      const wrong = [...new Set(answers.map(({ status }) => status))].filter(
        (status) => status !== 200 && status !== 204,
      )
      tally.faults.push(`not well after ${Math.round((limit + GRACE_MS) / 1000)} s (${wrong.join(', ')})`)
      return false
    }
    await sleep(PAUSE_MS)
  }
}

/** Longer than the target: to tell what is late from what never comes. */
const GRACE_MS = 5000
const PAUSE_MS = 100
