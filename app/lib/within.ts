const SLICES = 6

/**
 * Returns the result of `work`, or throws after `ms` and ignores a later result. Time is counted in slices: a pause of
 * this process, or of the whole machine, counts as one slice, whatever its length.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const wait = (left: number) => {
      // Node reads a response that arrived while the process was busy before it runs an immediate.
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
