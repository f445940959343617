import { setTimeout as sleep } from 'node:timers/promises'
import { log } from './log.server.ts'

const TRIES = 10

/**
 * Reads anew what pages have from memory, after a word that it has changed, which comes once: where it cannot be read it is tried
 * again. `load` gives whether it is another than before; `what` names it in the log.
 */
export async function renew(what: string, load: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (tries === TRIES) {
        log().warn({ err: error }, `${what} could not be read anew`)
        return false
      }
      await sleep(1000, undefined, { ref: false })
    }
  }
}
