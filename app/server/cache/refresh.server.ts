import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../process/log.server.ts'

const TRIES = 10

/**
 * Reloads data that pages read from memory, after a notice that it has changed. The notice arrives only once, so
 * failures are retried. `load` returns whether the data changed, as does this function; `what` is the data's name in
 * the log.
 */
export async function renew(what: string, load: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (tries === TRIES) {
        log().warn({ err: error }, `${what} could not be reloaded`)
        return false
      }
      await sleep(1000, undefined, { ref: false })
    }
  }
}
