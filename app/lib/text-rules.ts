import { z } from 'zod/mini'
import { mayFit, plainLine } from './plain-text.ts'
import { formatCount, lengthOf } from './text.ts'

/**
 * Rule for one line of text as it is stored (`plainLine`), at most `most` characters; it may be empty. `name` is the
 * field's name in error messages.
 */
export function lineRule(name: string, most: number) {
  const long = `${name} must be at most ${formatCount(most)} characters`
  return z.string(`${name} must be text`).check(
    bounded(most, long),
    z.overwrite(plainLine),
    z.refine((text) => lengthOf(text) <= most, long),
  )
}

const MAX_NUMBER = 2_147_483_647

/** The whole number in a hidden field, capped at the database's maximum; 0 for anything else. */
export const numberRule = z.pipe(
  z._default(z.union([z.string(), z.number()]), 0),
  z.transform((given) => (/^\d{1,10}$/.test(String(given)) ? Math.min(Number(given), MAX_NUMBER) : 0)),
)

/**
 * Refuses a text that is far too long. Must be the first check: the cost of the others grows faster than the length.
 */
export function bounded(most: number, error: string) {
  return z.refine<string>((text) => mayFit(text, most), { error, abort: true })
}
