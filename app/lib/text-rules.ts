import { z } from 'zod/mini'
import { mayFit, plainLine } from './plain-text.ts'
import { lengthOf } from './text.ts'

/** One line of text as it is stored (`plainLine`), of at most `most` characters; it may be empty. `name` is what it is called in what is wrong with it. */
export function lineRule(name: string, most: number) {
  const long = `${name} must be at most ${most} characters`
  return z.string(`${name} must be text`).check(
    bounded(most, long),
    z.overwrite(plainLine),
    z.refine((text) => lengthOf(text) <= most, long),
  )
}

const MAX_NUMBER = 2_147_483_647

/** The whole number in a hidden field, at most what the database holds; 0 for anything else. */
export const numberRule = z.pipe(
  z._default(z.union([z.string(), z.number()]), 0),
  z.transform((given) => (/^\d{1,10}$/.test(String(given)) ? Math.min(Number(given), MAX_NUMBER) : 0)),
)

/** First of all checks of a text, with the most characters that it may have: what follows takes longer than its length says. */
export function bounded(most: number, error: string) {
  return z.refine<string>((text) => mayFit(text, most), { error, abort: true })
}
