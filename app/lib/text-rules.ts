import { z } from 'zod/mini'
import { mayFit, plainLine } from './plain-text.ts'
import { formatCount, lengthOf } from './text.ts'

/**
 * Returns a rule for one line of text as it is stored (`plainLine`), with at most `most` characters. The line may be
 * empty. `name` is the field's name in error messages.
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

/** A rule for a whole number in a hidden field, limited to the database's maximum. Other values become 0. */
export const numberRule = z.pipe(
  z._default(z.union([z.string(), z.number()]), 0),
  z.transform((given) => (/^\d{1,10}$/.test(String(given)) ? Math.min(Number(given), MAX_NUMBER) : 0)),
)

/**
 * Returns a check that rejects a text that is far too long. Run it first: the cost of the other checks grows faster
 * than the length.
 */
export function bounded(most: number, error: string) {
  return z.refine<string>((text) => mayFit(text, most), { error, abort: true })
}
