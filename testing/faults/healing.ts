import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { random } from '../fixtures/seeded-random.ts'
import { createPlayers, listGameIds, type Player } from './players.ts'
import { databaseOf } from '../portal/portal-database.ts'
import { type Answer, ask } from './requests.ts'
import { watchPace } from '../portal/pace.ts'
import { addFault, expectWithin, HANG_MS, type Tally } from './results.ts'

/** More at once than the pool has connections, so that each of them is met. */
const AT_ONCE = 12

/** Somebody who looks at pages and writes, and a game that they wish for. */
export type Visitor = { player: Player; game: number }

export async function createVisitor(portal: PortalProcess): Promise<Visitor> {
  const database = databaseOf(portal)
  const [[player], [game]] = [await createPlayers(database, 1), await listGameIds(database)]
  return { player: player!, game: game! }
}

const draw = random('searches')

/** A page that no cache has and that asks the database. */
export function freshPage(): string {
  return `/games?q=${draw().toString(36).slice(2, 8)}`
}

/** What a portal that is well answers: public pages, a player's own, a write, and that it is ready. */
export function askAll({ url }: PortalProcess, { player, game }: Visitor): Promise<Answer[]> {
  const { cookie } = player
  return Promise.all([
    ...Array.from({ length: AT_ONCE }, () => ask(url, freshPage())),
    ask(url, '/wishlist', { cookie }),
    ask(url, `/wishlist/entries/${game}`, { method: 'PUT', cookie }),
    ask(url, '/readyz'),
  ])
}

/**
 * Asks until everything is answered as it should be, and adds how long that took from now on. A fault where it takes
 * longer than `limit` at the machine's pace, or where the portal has ended; gives whether it is well.
 */
export async function expectWell(
  tally: Tally,
  portal: PortalProcess,
  visitor: Visitor,
  limit: number,
): Promise<boolean> {
  const [started, pace] = [performance.now(), watchPace()]
  for (;;) {
    const ended = portal.end()
    if (ended) {
      addFault(tally, 'the portal ended', [`with ${ended.signal ?? ended.code}`])
      return false
    }
    const answers = await askAll(portal, visitor)
    const ms = performance.now() - started
    const wrong = answers.filter(({ status }) => status !== 200 && status !== 204)
    if (!wrong.length) {
      tally.ms.push(ms)
      expectWithin(tally, pace, 'well', ms, limit)
      return true
    }
    // Longer than the target: to tell what is late from what never comes.
    if (ms > HANG_MS + pace.stretched(limit)) {
      const statuses = [...new Set(wrong.map(({ status }) => status))].join(', ')
      addFault(tally, `not well after ${Math.round(ms / 1000)} s (${statuses})`, wrong)
      return false
    }
    await sleep(PAUSE_MS)
  }
}

const PAUSE_MS = 100
