import type { Tally } from './results.ts'
import type { Target } from './target.ts'

/** Limits that cases may change. */
export type Bounds = {
  /** How much longer /healthz may take than on a bare server, in ms. */
  healthMs?: number
  /** How much the portal's memory may grow. */
  grownMb?: number
  /** Whether a busy portal may respond with 503. */
  busy?: boolean
  /** A portal other than the default target. */
  on?: Target
}

/**
 * Passwords are hashed two at a time, in 46 MB each (app/accounts/sign-in/passwords.server.ts), which is more than other work
 * takes.
 */
export const HASHING: Bounds = { grownMb: 150 + 4 * 46 }

/** What every family of cases receives. */
export type Attack = {
  /** A selection of the cases, for `npm test`. */
  short: boolean
  /** The current portal; one that has exited is replaced before the next case. */
  target: () => Target
  /** Runs a case; an error thrown by `work` is a fault, too. */
  check: (
    name: string,
    aim: string,
    work: (tally: Tally, target: Target) => Promise<void>,
    bounds?: Bounds,
  ) => Promise<void>
}

export type Family = (attack: Attack) => Promise<void>
