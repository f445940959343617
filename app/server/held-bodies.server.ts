import { plain } from './answers.server.ts'

/**
 * Bytes that have come of all bodies that are held at once. What outgrows a form is an upload and has a pot of its own, so that
 * uploads keep no form out.
 */
const POTS = { forms: 8 << 20, uploads: 16 << 20 }
/** More than any form without a file has. */
const FORM_BYTES = 80 * 1024
/** Of one address. */
const UPLOADS_AT_ONCE = 2
/** Younger ones give way to nobody, milliseconds: nobody can be fast at once. */
const GRACE_MS = 1000

const used = { forms: 0, uploads: 0 }
const held = new Set<HeldBody>()

/**
 * A body while it comes. Where a pot is full, of those in it the slowest gives way to who comes: else a few who send nothing more would
 * keep out everybody.
 */
export class HeldBody {
  readonly #who: string
  readonly #since = performance.now()
  #pot: keyof typeof POTS = 'forms'
  #bytes = 0
  /** Bytes in about the last second, as of `#at`. */
  #rate = 0
  #at = this.#since
  #isWhole = false
  readonly #gone = Promise.withResolvers<never>()

  /** `who` is the group of an address; empty where nobody knows it. */
  constructor(who: string) {
    this.#who = who
    this.#gone.promise.catch(() => {})
    held.add(this)
  }

  /** Fails once the body has to give way, with a Response to say so. */
  get gone(): Promise<never> {
    return this.#gone.promise
  }

  /** So many more bytes have come. Throws a Response where there is no room for them: 429 or 503. */
  take(more: number): void {
    if (this.#pot === 'forms' && this.#bytes + more > FORM_BYTES) this.#becomeUpload()
    makeRoom(this.#pot, more, this)
    used[this.#pot] += more
    this.#bytes += more
    this.#rate = this.#rateNow() + more
    this.#at = performance.now()
  }

  /** All of it has come, and it is worked with: it no longer gives way. */
  whole(): void {
    this.#isWhole = true
  }

  release(): void {
    if (held.delete(this)) used[this.#pot] -= this.#bytes
  }

  #becomeUpload(): void {
    const others = [...held].filter((one) => one.#pot === 'uploads' && one.#who === this.#who)
    if (this.#who && others.length >= UPLOADS_AT_ONCE) {
      const text = 'Your other uploads are still on their way. Please try again when they are through.'
      throw plain(429, text, { 'Retry-After': '5' })
    }
    makeRoom('uploads', this.#bytes, this)
    used.forms -= this.#bytes
    used.uploads += this.#bytes
    this.#pot = 'uploads'
  }

  #rateNow(): number {
    return this.#rate * Math.exp((this.#at - performance.now()) / 1000)
  }

  /** The slowest in a pot that may give way. */
  static slowest(pot: keyof typeof POTS, besides: HeldBody): HeldBody | undefined {
    const old = performance.now() - GRACE_MS
    const others = [...held].filter((one) => one !== besides && one.#pot === pot && !one.#isWhole && one.#since < old)
    return others.reduce<HeldBody | undefined>(
      (slow, one) => (slow && slow.#rateNow() <= one.#rateNow() ? slow : one),
      undefined,
    )
  }

  giveWay(): void {
    this.release()
    this.#gone.reject(plain(503, MUCH, { 'Retry-After': '5', Connection: 'close' }))
  }
}

const MUCH = 'Much is being sent to us just now. Please try again in a moment.'

function makeRoom(pot: keyof typeof POTS, bytes: number, asks: HeldBody): void {
  while (used[pot] + bytes > POTS[pot]) {
    const slowest = HeldBody.slowest(pot, asks)
    if (!slowest) throw plain(503, MUCH, { 'Retry-After': '5' })
    slowest.giveWay()
  }
}
