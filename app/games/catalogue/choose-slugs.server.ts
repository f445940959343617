import type { Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'

/**
 * Returns a free slug for each wanted one, in order. Nobody else may create games meanwhile: the table `games` must be
 * locked.
 */
export async function chooseSlugs(tx: Transaction, wanted: string[]): Promise<string[]> {
  const checked = new Set<string>()
  const taken: string[] = []
  let chosen = wanted
  // Each round looks further ahead, for a title that many games have.
  for (let ahead = 1; ; ahead *= 2) {
    const unsure = chosen.filter((slug) => !checked.has(slug))
    if (!unsure.length) return chosen
    const asked = [...new Set(unsure.flatMap((slug) => numbersFrom(slug, ahead)))].filter((slug) => !checked.has(slug))
    for (const slug of asked) checked.add(slug)
    taken.push(...(await preparedIn<{ slug: string }>(tx, 'taken-slugs', TAKEN, [asked])).map(({ slug }) => slug))
    chosen = freeSlugs(wanted, taken)
  }
}

/** A slug and the numbers that follow it: `race-4`, `race-5`. */
function numbersFrom(slug: string, count: number): string[] {
  const [, base = slug, number = '1'] = /^(.+)-(\d{1,9})$/.exec(slug) ?? []
  return [slug, ...Array.from({ length: count - 1 }, (_, at) => `${base}-${Number(number) + at + 1}`)]
}

const TAKEN = `
  select slug from games where slug = any($1::text[])
  union all select slug from former_slugs where slug = any($1::text[])`

/** Returns a free slug for each wanted one, in order: `race`, `race-2`, `race-3`. */
export function freeSlugs(wanted: string[], taken: string[]): string[] {
  const used = new Set(taken)
  const lastNumber = new Map<string, number>()
  return wanted.map((base) => {
    let number = lastNumber.get(base) ?? 1
    let slug = number === 1 ? base : `${base}-${number}`
    while (used.has(slug)) slug = `${base}-${++number}`
    used.add(slug)
    lastNumber.set(base, number)
    return slug
  })
}
