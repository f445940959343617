/** Places for work of which only a few may be done at once. Who has waited longest is next. */
export class Places {
  #free: number
  readonly #waiting: { needed: number; go: () => void }[] = []
  readonly #atOnce: number

  constructor(atOnce: number) {
    this.#free = this.#atOnce = atOnce
  }

  get running(): number {
    return this.#atOnce - this.#free
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Does `work` as soon as there are as many places as it needs, and gives what comes of it. */
  async use<T>(work: () => Promise<T>, needed = 1): Promise<T> {
    // Nobody comes in before who waits, also where there is a place.
    if (this.#waiting.length || this.#free < needed) await new Promise<void>((go) => this.#waiting.push({ needed, go }))
    else this.#free -= needed
    try {
      return await work()
    } finally {
      this.#free += needed
      this.#admit()
    }
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next && next.needed <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#free -= next.needed
      next.go()
    }
  }
}
