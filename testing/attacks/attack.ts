import type { Tally } from './results.ts'
import type { Target } from './target.ts'

/** What may differ from case to case. */
export type Bounds = {
  /** What the portal's memory may grow by. */
  grownMb?: number
  /** Whether a portal that is busy may say so: 503. */
  busy?: boolean
  /** Another portal than the one that is attacked as a rule. */
  on?: Target
}

/** Passwords are hashed two at a time, each in 46 MB (app/accounts/passwords.server.ts): more than other work takes. */
export const HASHING: Bounds = { grownMb: 150 + 4 * 46 }

/** What a family of cases is given. */
export type Attack = {
  /** A part of it all, for `npm test`. */
  short: boolean
  /** The portal as it is now: one that was stopped is replaced between two cases. */
  target: () => Target
  /** Runs a case; what its work throws is a fault as well. */
  check: (
    name: string,
    aim: string,
    work: (tally: Tally, target: Target) => Promise<void>,
    bounds?: Bounds,
  ) => Promise<void>
}

export type Family = (attack: Attack) => Promise<void>
