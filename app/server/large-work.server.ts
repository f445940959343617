import pLimit from 'p-limit'

/**
 * Work that takes tens of megabytes for a moment: a password's hash 46, a picture while it is decoded up to 84. Two at
 * once (docs/decisions/005-memory-is-bounded.md).
 */
export const largeWork = pLimit(2)

/** Work that takes both places, such as an uploaded picture, which may be the largest. It waits in the same line. */
export async function largestWork<T>(work: () => Promise<T>): Promise<T> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  // The line keeps its order, so this has the other place by the time that the work begins.
  void largeWork(() => ended)
  return largeWork(work).finally(end)
}
