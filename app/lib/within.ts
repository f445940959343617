const SLICES = 6

/**
 * Returns the result of `work`, or throws after `ms`; a later result is ignored. The time is counted in slices, so that
 * a pause of this process, or of the whole machine, counts as one slice, however long it was.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const wait = (left: number) => {
      // A response that arrived while this process was busy is read before an immediate runs.
      const next = () =>
        left > 1 ? wait(left - 1) : setImmediate(() => reject(new Error(`No answer within ${ms} ms`)))
      timer = setTimeout(next, ms / SLICES)
    }
    wait(SLICES)
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
