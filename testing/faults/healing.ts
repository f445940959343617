import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { random } from '../fixtures/seeded-random.ts'
import { createPlayers, listGameIds, type Player } from './players.ts'
import { databaseOf } from '../portal/portal-database.ts'
import { type Answer, ask } from './requests.ts'
import { watchPace } from '../portal/pace.ts'
import { addFault, expectWithin, HANG_MS, type Tally } from './results.ts'

/** More requests at once than the pool has connections, so that each is used. */
const AT_ONCE = 12

/** A player who loads pages and writes, and the game for their wishlist. */
export type Visitor = { player: Player; game: number }

export async function createVisitor(portal: PortalProcess): Promise<Visitor> {
  const database = databaseOf(portal)
  const [[player], [game]] = [await createPlayers(database, 1), await listGameIds(database)]
  return { player: player!, game: game! }
}

const draw = random('searches')

/** An uncached page that queries the database. */
export function freshPage(): string {
  return `/games?q=${draw().toString(36).slice(2, 8)}`
}

/** Requests everything that a healthy portal serves: public pages, a player's own, a write, and readiness. */
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
 * Repeats all requests until they succeed, and records how long that takes from now. Adds a fault if it takes longer
 * than `limit` at the machine's pace, or if the portal has ended. Returns whether it is healthy.
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
    // Longer than the target, to distinguish late from never.
    if (ms > HANG_MS + pace.stretched(limit)) {
      const statuses = [...new Set(wrong.map(({ status }) => status))].join(', ')
      addFault(tally, `not well after ${Math.round(ms / 1000)} s (${statuses})`, wrong)
      return false
    }
    await sleep(PAUSE_MS)
  }
}

const PAUSE_MS = 100
