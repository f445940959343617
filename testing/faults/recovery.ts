import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { random } from '../fixtures/seeded-random.ts'
import { createPlayers, listGameIds, type Player } from './players.ts'
import { databaseOf } from '../portal/portal-database.ts'
import { type Answer, sendRequest } from './requests.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, HANG_MS, type Tally } from './results.ts'

/** More requests at once than the pool has connections, so that each is used. */
const AT_ONCE = 12

/** A player who loads pages and writes, with the game that they add to the wishlist. */
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

/** Requests everything that a healthy portal serves: public pages, a player's page, a write and readiness. */
export function requestAll({ url }: PortalProcess, { player, game }: Visitor): Promise<Answer[]> {
  const { cookie } = player
  return Promise.all([
    ...Array.from({ length: AT_ONCE }, () => sendRequest(url, freshPage())),
    sendRequest(url, '/wishlist', { cookie }),
    sendRequest(url, `/wishlist/entries/${game}`, { method: 'PUT', cookie }),
    sendRequest(url, '/readyz'),
  ])
}

/**
 * Repeats all requests until they succeed, and records how long that takes from now. Adds a fault if it takes longer
 * than `limit` at the machine's pace, or if the portal has ended. Returns whether it is healthy.
 */
export async function expectRecovery(
  tally: Tally,
  portal: PortalProcess,
  visitor: Visitor,
  limit: number,
): Promise<boolean> {
  const [started, machineSpeed] = [performance.now(), watchMachineSpeed()]
  for (;;) {
    const ended = portal.end()
    if (ended) {
      addFault(tally, 'the portal exited', [`with ${ended.signal ?? ended.code}`])
      return false
    }
    const answers = await requestAll(portal, visitor)
    const ms = performance.now() - started
    const wrong = answers.filter(({ status }) => status !== 200 && status !== 204)
    if (!wrong.length) {
      tally.ms.push(ms)
      expectWithin(tally, machineSpeed, 'well', ms, limit)
      return true
    }
    // Waits longer than the target, to distinguish late from never.
    if (ms > HANG_MS + machineSpeed.stretched(limit)) {
      const statuses = [...new Set(wrong.map(({ status }) => status))].join(', ')
      addFault(tally, `not recovered after ${Math.round(ms / 1000)} s (${statuses})`, wrong)
      return false
    }
    await sleep(PAUSE_MS)
  }
}

const PAUSE_MS = 100
