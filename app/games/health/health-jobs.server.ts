import { type Job, NO_DATA } from '../../server/jobs/jobs.server.ts'
import { checkGames } from './checks/check-games.server.ts'
import { planChecks, takeDueGames } from './checks/due-games.server.ts'
import { refreshAllSuspects } from './suspects.server.ts'

const RUN_MS = 240_000

/** Every five minutes, checks the addresses of games that are due (docs/product.md#checks-of-games). */
export const checkingGames: Job = {
  queue: {
    name: 'check-games',
    data: NO_DATA,
    // Games that were not checked are still due in the next run.
    retries: { limit: 0, firstAfterS: 60, atMostS: 60 },
    expiresAfterS: 900,
    isSingleton: true,
    schedule: '*/5 * * * *',
  },
  async work(_data, { signal }) {
    await checkGames(await takeDueGames(), { signal, withinMs: RUN_MS })
  },
}

/** Schedules the first check of new games, two minutes before each run of checks. */
export const planningChecks: Job = {
  queue: {
    name: 'plan-game-checks',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '3-59/10 * * * *',
  },
  async work() {
    await planChecks()
  },
}

/** Every ten minutes, finds the games that appear broken (docs/product.md#broken-games). */
export const findingSuspects: Job = {
  queue: {
    name: 'find-suspects',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '*/10 * * * *',
  },
  work: refreshAllSuspects,
}
