import pLimit from 'p-limit'

/**
 * Work that takes tens of megabytes for a moment: 46 to hash a password, up to 84 to decode a picture. Two at once
 * (docs/decisions/005-memory-is-bounded.md).
 */
export const largeWork = pLimit(2)

/**
 * Runs work that takes both slots, such as an uploaded picture, which may be the largest. It waits in the same queue.
 */
export async function largestWork<T>(work: () => Promise<T>): Promise<T> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  // The queue keeps its order, so this has the other slot by the time the work begins.
  void largeWork(() => ended)
  return largeWork(work).finally(end)
}
