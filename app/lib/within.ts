const SLICES = 6

/**
 * What `work` gives, or an error once it has taken longer than `ms`. What comes of it after that is nobody's concern. The time
 * is counted in slices: one in which this process, or the whole machine, stood still is one, however long it took.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const wait = (left: number) => {
      // An answer that came while this process was busy is there already, and is read before an immediate runs.
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
