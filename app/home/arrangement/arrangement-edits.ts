import type { HomeArrangement, HomeRow } from '../../db/schema/arrangement.server.ts'
import { countOf } from '../../lib/text.ts'
import { collectionOf, collectionRow, findOwnRow } from '../home-rows.ts'
import { ALL_ROWS, BOARD, COLLECTION_ROWS_MAX, mostGames } from './arrangement-rules.ts'

/**
 * A change to an arrangement that lists all rows. Returns the new arrangement, a sentence if a limit forbids the
 * change, or null if the row or game no longer exists.
 */
export type Edit = (arrangement: HomeArrangement) => HomeArrangement | string | null

/** Whether operators can choose games for the start of a row. */
export function takesGames(list: string): boolean {
  return list === BOARD || list === 'carousel' || collectionOf(list) !== null || findOwnRow(list)?.list !== undefined
}

/** Whether operators can rename a row. The other rows have no heading, or one that depends on the visitor. */
export function takesTitle(row: string): boolean {
  return !['ad', 'played', BOARD].includes(row)
}

/** Puts the rows, or the games of a row, in the order of `items`. All others keep their positions. */
export function putInOrder(list: string, items: string[]): Edit {
  return (arrangement) => {
    const now = itemsOf(arrangement, list)
    if (!now) return null
    const named = [...new Set(items)].filter((item) => now.includes(item))
    const next = named.values()
    return withItems(
      arrangement,
      list,
      now.map((item) => (named.includes(item) ? next.next().value! : item)),
    )
  }
}

/** Moves a row, or a game of a row, to the position of another. */
export function moveItem(list: string, item: string, place: string): Edit {
  return (arrangement) => {
    const now = itemsOf(arrangement, list)
    if (!now?.includes(item) || !now.includes(place)) return null
    const others = now.filter((other) => other !== item)
    return withItems(arrangement, list, others.toSpliced(now.indexOf(place), 0, item))
  }
}

export function switchRow(row: string, isOff: boolean): Edit {
  return (arrangement) => withRow(arrangement, row, { isOff })
}

/** Gives a row a title. An empty title restores the default one. */
export function renameRow(row: string, title: string): Edit {
  return (arrangement) =>
    takesTitle(row)
      ? withRow(arrangement, row, { title: title === findOwnRow(row)?.title ? null : title || null })
      : null
}

/** Adds a game to the start of a row. */
export function pinGame(list: string, game: number): Edit {
  return (arrangement) => {
    const games = gamesOf(arrangement, list)
    if (!games) return null
    if (games.includes(game)) return arrangement
    const most = mostGames(list)
    if (games.length >= most) return `There are already ${countOf(most, 'game')} here. Remove one first`
    return withGames(arrangement, list, [...games, game])
  }
}

export function unpinGame(list: string, game: number): Edit {
  return (arrangement) => {
    const games = gamesOf(arrangement, list)
    return games?.includes(game)
      ? withGames(
          arrangement,
          list,
          games.filter((other) => other !== game),
        )
      : null
  }
}

/** Makes the games of a row automatic again. */
export function unpinAll(list: string): Edit {
  return (arrangement) => (gamesOf(arrangement, list) ? withGames(arrangement, list, []) : null)
}

/** Adds a row with the games of a collection, below all others. */
export function addCollection(id: number): Edit {
  return (arrangement) => {
    const row = collectionRow(id)
    const { rows } = arrangement
    if (rows.some((one) => one.row === row)) return 'This collection already has a row'
    if (rows.filter((one) => collectionOf(one.row) !== null).length >= COLLECTION_ROWS_MAX)
      return `There are already ${COLLECTION_ROWS_MAX} rows of collections. Remove one first`
    return { ...arrangement, rows: [...rows, { row, title: null, isOff: false, pinned: [] }] }
  }
}

/** Removes a row with the games of a collection. Built-in rows can only be turned off. */
export function removeRow(row: string): Edit {
  return (arrangement) => {
    const { rows } = arrangement
    if (collectionOf(row) === null || !rows.some((one) => one.row === row)) return null
    return { ...arrangement, rows: rows.filter((one) => one.row !== row) }
  }
}

/** Returns the games that an operator chose for a row or the board; null if games cannot be chosen for it. */
export function gamesOf(arrangement: HomeArrangement, list: string): number[] | null {
  if (!takesGames(list)) return null
  if (list === BOARD) return arrangement.board
  if (list === 'carousel') return arrangement.carousel
  return arrangement.rows.find(({ row }) => row === list)?.pinned ?? null
}

function withGames(arrangement: HomeArrangement, list: string, games: number[]): HomeArrangement {
  if (list === BOARD) return { ...arrangement, board: games }
  if (list === 'carousel') return { ...arrangement, carousel: games }
  return withRow(arrangement, list, { pinned: games }) ?? arrangement
}

function withRow(arrangement: HomeArrangement, row: string, change: Partial<HomeRow>): HomeArrangement | null {
  const { rows } = arrangement
  if (!rows.some((one) => one.row === row)) return null
  return { ...arrangement, rows: rows.map((one) => (one.row === row ? { ...one, ...change } : one)) }
}

function itemsOf(arrangement: HomeArrangement, list: string): string[] | null {
  if (list === ALL_ROWS) return arrangement.rows.map(({ row }) => row)
  return gamesOf(arrangement, list)?.map(String) ?? null
}

function withItems(arrangement: HomeArrangement, list: string, items: string[]): HomeArrangement {
  if (list !== ALL_ROWS) return withGames(arrangement, list, items.map(Number))
  const byName = new Map(arrangement.rows.map((row) => [row.row, row]))
  return { ...arrangement, rows: items.flatMap((item) => byName.get(item) ?? []) }
}
