import { withoutCommonNew } from '../games/cards/badge-rules.ts'
import type { Card } from '../games/cards/card.server.ts'
import { categoryHref } from '../games/catalogue/games-href.ts'
import type { HomeRow } from '../db/schema/arrangement.server.ts'
import type { Chosen } from './arrangement/load-chosen.server.ts'
import { ROW, SEEN } from './home-rules.ts'
import { collectionOf, findOwnRow, ownTitle } from './home-rows.ts'

/** A row of the home page: either a row of cards, or a row that a component of its own renders, found by name. */
export type Row = {
  /** The name in arrangements. */
  row: string
  title: string
  /** The id of the heading, unless it follows from the title. */
  id?: string
  /** The address of the full list. */
  viewAll?: string
  games?: Card[]
}

type Loaded = {
  chosen: Chosen
  /** Returns the games of a list by its name. */
  list: (name: string) => Card[]
  /** The original on the board, which comes last in the row of originals. */
  original: Card | null
  /** The games of the carousel. */
  featured: Card[]
  hasTiles: boolean
  /** Whether there are no games at all. */
  isEmpty: boolean
}

/** Returns the rows that visitors see, in the order of `rows`: those that are turned on and have enough games. */
export function listRows(rows: HomeRow[], { chosen, list, original, featured, hasTiles, isEmpty }: Loaded): Row[] {
  const above: Card[][] = []
  return rows.flatMap(({ row, title: givenTitle, isOff, pinned }): Row[] => {
    const own = findOwnRow(row)
    const collection = chosen.collections.get(collectionOf(row) ?? 0)
    const itsTitle = own ? ownTitle(own) : collection?.title
    if (isOff || !itsTitle) return []
    if (row === 'carousel') above.push(featured)
    if (row === 'carousel' && !featured.length && !isEmpty) return []
    if (row === 'categories' && !hasTiles) return []
    const title = givenTitle ?? itsTitle
    const viewAll = collection?.viewAll ?? (own?.list && categoryHref(own.list.slug))
    if (!viewAll) return [{ row, title }]
    const games = gamesOf(row, pinned)
    if (!games.length) return []
    above.push(games)
    // Other rows may have the same title.
    const id = title === own?.title ? {} : { id: `row-${row.replace(':', '-')}` }
    return [{ row, title, ...id, viewAll, games: withoutCommonNew(games) }]
  })

  function gamesOf(row: string, pinned: number[]): Card[] {
    const pins = chosen.cards(pinned)
    const collection = chosen.collections.get(collectionOf(row) ?? 0)
    if (collection) return startingWith(pins, collection.games, ROW)
    const { slug, size, varied } = findOwnRow(row)?.list ?? { slug: '', size: 0 }
    if (slug === 'original') {
      const originals = chosen.cards(pinned, { isTall: true }).filter(({ isOriginal }) => isOriginal)
      return startingWith(originals, original ? [...without([original], list(slug)), original] : [], size)
    }
    if (!varied) return startingWith(pins, list(slug), size)
    const shown = startingWith(pins, without(above.slice(-SEEN).flat(), list(slug)), size)
    return shown.length < varied.least && !pins.length ? [] : shown
  }
}

/** Returns the pinned games, then others up to `size` in total. All pinned games are returned. */
function startingWith(pins: Card[], others: Card[], size: number): Card[] {
  return [...pins, ...without(pins, others)].slice(0, Math.max(size, pins.length))
}

/** Returns `games` without those in `others`. */
export function without(others: Card[], games: Card[]): Card[] {
  const known = new Set(others.map(({ id }) => id))
  return games.filter(({ id }) => !known.has(id))
}
