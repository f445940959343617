import type { HomeArrangement } from '../../db/schema/arrangement.server.ts'

/** The number of changes listed for one version. The remaining ones are counted. */
const CHANGES_SHOWN = 6

/**
 * Describes the changes between two arrangements for the audit log and the list of versions. Both arrangements must
 * list all rows. `nameOf` returns the default title of a row.
 */
export function describeChanges(
  before: HomeArrangement,
  after: HomeArrangement,
  nameOf: (row: string) => string,
): string {
  const old = new Map(before.rows.map((row) => [row.row, row]))
  const left = new Set(after.rows.map(({ row }) => row))
  const changes = [
    ...after.rows.flatMap((now) => {
      const name = nameOf(now.row)
      const was = old.get(now.row)
      if (!was) return [`${name} added`]
      return [
        ...(was.isOff === now.isOff ? [] : [`${name} switched ${now.isOff ? 'off' : 'on'}`]),
        ...(was.title === now.title
          ? []
          : [`${name} ${now.title ? `renamed ${now.title}` : 'has its own title again'}`]),
        ...(isSame(was.pinned, now.pinned) ? [] : [`pinned games of ${name} changed`]),
      ]
    }),
    ...before.rows.filter(({ row }) => !left.has(row)).map(({ row }) => `${nameOf(row)} removed`),
    ...(isSame(before.carousel, after.carousel) ? [] : ['carousel changed']),
    ...(isSame(before.board, after.board) ? [] : ['board changed']),
    ...(isSame(namesIn(before, left), namesIn(after, old)) ? [] : ['order changed']),
  ]
  const more = changes.length - CHANGES_SHOWN
  const shown = changes.slice(0, CHANGES_SHOWN).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown || 'no changes'
}

/** Returns the names of the rows that are also in `others`. */
function namesIn({ rows }: HomeArrangement, others: { has: (row: string) => boolean }): string[] {
  return rows.map(({ row }) => row).filter((row) => others.has(row))
}

function isSame(one: (string | number)[], other: (string | number)[]): boolean {
  return one.join() === other.join()
}
