import { countAttempt, countAttemptOf } from '../../server/http/count-attempts.server.ts'

/**
 * Counts a comment before it is stored, for its player and address, on all nodes together
 * (docs/safety.md#limits-on-writing). Returns 0, or the seconds until the next comment is allowed.
 */
export async function countComment(request: Request, playerId: string): Promise<number> {
  // Comments that exceed the player's limit are not counted for the address.
  const wait = await countAttemptOf('comment', playerId)
  if (wait) return wait
  const waits = await Promise.all([
    countAttemptOf('comment-hour', playerId),
    countAttempt('comment', request),
    countAttempt('comment-hour', request),
  ])
  return Math.max(...waits)
}
