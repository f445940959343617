import pLimit from 'p-limit'

/**
 * Runs work that briefly needs tens of megabytes: 46 to hash a password, up to 84 to decode a picture. At most two such
 * tasks run at once (docs/decisions/005-memory-is-bounded.md).
 */
export const largeWork = pLimit(2)

/**
 * Runs work that needs both slots, such as decoding an uploaded picture of the maximum size. It waits in the same
 * queue.
 */
export async function largestWork<T>(work: () => Promise<T>): Promise<T> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  // The queue is first in, first out, so this placeholder holds the other slot when the work begins.
  void largeWork(() => ended)
  return largeWork(work).finally(end)
}
