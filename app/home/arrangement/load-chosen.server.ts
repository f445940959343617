import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import type { HomeArrangement } from '../../db/schema/arrangement.server.ts'
import { CARD_COLUMNS, type Card, cardOf, type CardRow, wideCardOf } from '../../games/cards/card.server.ts'
import { collectionHref } from '../../games/arrangement/collection-href.ts'
import { listCollectionGames, listCollections } from '../../games/arrangement/collections.server.ts'
import { collectionOf } from '../home-rows.ts'
import { ROW } from '../home-rules.ts'
import { PINS_MAX } from './arrangement-rules.ts'

/** The games that an arrangement contains. Games that are not public and hidden collections are omitted. */
export type Chosen = {
  /** Returns the cards of games in the given order. Originals get 16:9 pictures unless `isTall` is set. */
  cards: (ids: number[], options?: { isTall?: boolean }) => Card[]
  collections: ReadonlyMap<number, { title: string; viewAll: string; games: Card[] }>
}

export async function loadChosen({ rows, carousel, board }: HomeArrangement): Promise<Chosen> {
  const shown = rows.filter(({ isOff }) => !isOff)
  const ids = [...new Set([...carousel, ...board, ...shown.flatMap(({ pinned }) => pinned)])]
  const [games, collections] = await Promise.all([
    readGames(ids),
    loadCollections(shown.flatMap(({ row }) => collectionOf(row) ?? [])),
  ])
  return {
    cards: (wanted, { isTall = false } = {}) =>
      [...new Set(wanted)].flatMap((id) => {
        const game = games.get(id)
        return game ? (isTall ? cardOf(game) : wideCardOf(game)) : []
      }),
    collections,
  }
}

async function readGames(ids: number[]): Promise<Map<number, CardRow>> {
  if (!ids.length) return new Map()
  const rows = await prepared<CardRow>(
    'chosen-games',
    `select ${CARD_COLUMNS} from games g join game_views v on v.game_id = g.id where g.id = any($1) and ${listed('g')}`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function loadCollections(ids: number[]): Promise<Chosen['collections']> {
  const found = listCollections().filter(({ id, isHidden }) => !isHidden && ids.includes(id))
  return new Map(
    await Promise.all(
      found.map(async ({ id, slug, name }) => {
        // A row may start with pinned games that are also in the collection.
        const games = await listCollectionGames(id, ROW + PINS_MAX)
        return [id, { title: name, viewAll: collectionHref(slug), games: await withWidePictures(games) }] as const
      }),
    ),
  )
}

async function withWidePictures(games: Card[]): Promise<Card[]> {
  const originals = await readGames(games.flatMap(({ id, isOriginal }) => (isOriginal ? [id] : [])))
  return games.map((game) => {
    const original = originals.get(game.id)
    return original ? wideCardOf(original) : game
  })
}
