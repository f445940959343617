import { countAttempt, countAttemptOf } from '../server/count-attempts.server.ts'

/**
 * Counts a comment that is about to be written, of its player and of the address that it comes from, whatever node it comes to
 * (docs/safety.md, Limits). Gives 0, or the seconds until the next one may be.
 */
export async function countComment(request: Request, playerId: string): Promise<number> {
  // Comments that the player's own limit refuses do not count for the address.
  const wait = await countAttemptOf('comment', playerId)
  if (wait) return wait
  const waits = await Promise.all([
    countAttemptOf('comment-hour', playerId),
    countAttempt('comment', request),
    countAttempt('comment-hour', request),
  ])
  return Math.max(...waits)
}
