import type { Card } from '../../games/cards/card.server.ts'
import { config } from '../../server/process/config.server.ts'
import { collectionOf, findOwnRow } from '../home-rows.ts'
import { type Home, loadHome } from '../load-home.server.ts'
import { gamesOf, takesGames, takesTitle } from './arrangement-edits.ts'
import { BOARD, PICTURES_SHOWN } from './arrangement-rules.ts'
import { findUnavailable, loadEdited } from './load-edited.server.ts'
import { listVersions } from './versions.server.ts'

/** A row as the console shows it. */
export type EditedRow = {
  row: string
  title: string
  /** The default title, if an operator has renamed the row. */
  ownTitle: string | null
  isOff: boolean
  isCollection: boolean
  takesGames: boolean
  takesTitle: boolean
  /** The number of games that an operator chose, and how many of them are not public. */
  chosen: number
  unavailable: number
  /** The first pictures that visitors see, and the number of remaining games. */
  pictures: { id: number; title: string; src: string }[]
  more: number
  /** Why visitors do not see the row, or which of them see it; null if all see it. */
  note: string | null
}

export type Editor = Awaited<ReturnType<typeof loadEditor>>

/** Loads the home page as the operator has arranged it: the draft, or else the published version. */
export async function loadEditor(operatorId: string) {
  const [edited, versions] = await Promise.all([loadEdited(operatorId), listVersions()])
  const { draft, arrangement, nameOf, collections } = edited
  const [newest = null] = versions
  const { rows, carousel, board } = arrangement
  const [home, hidden] = await Promise.all([
    loadHome(arrangement),
    findUnavailable([...carousel, ...board, ...rows.flatMap(({ pinned }) => pinned)]),
  ])
  const countHidden = (games: number[]) => games.filter((id) => hidden.has(id)).length
  const rowOf = ({ row, title, isOff }: { row: string; title: string | null; isOff: boolean }): EditedRow => {
    const shown = cardsOf(home, row)
    const collection = collections.get(collectionOf(row) ?? 0)
    const chosen = gamesOf(arrangement, row) ?? []
    return {
      row,
      title: title ?? nameOf(row),
      ownTitle: title === null ? null : nameOf(row),
      isOff,
      isCollection: collection !== undefined,
      takesGames: takesGames(row),
      takesTitle: takesTitle(row),
      chosen: chosen.length,
      unavailable: countHidden(chosen),
      pictures: shown.slice(0, PICTURES_SHOWN).map(({ id, title, picture }) => ({ id, title, src: picture.small })),
      more: Math.max(0, shown.length - PICTURES_SHOWN),
      note: isOff ? null : noteOf(row, home, collection?.isHidden ?? false),
    }
  }
  return {
    hasDraft: draft !== null,
    /** Whether another version has been published since the draft was started. */
    isConflict: draft !== null && newest !== null && draft.basedOn !== newest.id,
    newest,
    versions,
    board: rowOf({ row: BOARD, title: null, isOff: false }),
    rows: rows.filter(({ row }) => row !== 'ad' || config().ads !== null).map(rowOf),
    hasCollections: collections.size > 0,
    /** The collections for which a row can be added. */
    collections: [...collections.values()]
      .filter(({ id, isHidden }) => !isHidden && !rows.some(({ row }) => collectionOf(row) === id))
      .map(({ id, name }) => ({ id, name })),
  }
}

/** Returns the games that visitors see in a row. */
function cardsOf(home: Home, row: string): Card[] {
  if (row === BOARD) return [home.board.hero, ...home.board.small].filter((game) => game !== null)
  if (row === 'carousel') return home.rows.some((shown) => shown.row === row) ? home.featured : []
  return home.rows.find((shown) => shown.row === row)?.games ?? []
}

const NOTES = new Map(
  Object.entries({
    wishlist: 'Only players with games on their wishlist see this row.',
    played: 'Only visitors who have played a game see this row.',
    categories: 'Links to the categories with games.',
  }),
)

function noteOf(row: string, home: Home, isHidden: boolean): string | null {
  if (isHidden) return 'Not shown: the collection is hidden.'
  if (row !== BOARD && !home.rows.some((shown) => shown.row === row)) {
    return findOwnRow(row) ? 'Not shown: there are not enough games for it.' : 'Not shown: the collection has no games.'
  }
  return NOTES.get(row) ?? null
}
