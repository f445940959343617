/** Places for work of which only a few may be done at once. Who leaves hands the place to who has waited longest. */
export class Places {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #atOnce: number

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Does `work` as soon as there is a place, and gives what comes of it. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // Handed on, not given back and taken again, so that nobody comes in between.
      if (next) next()
      else this.#running--
    }
  }
}
