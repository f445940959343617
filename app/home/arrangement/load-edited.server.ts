import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { type GameStatus, PUBLIC_STATUSES } from '../../db/schema/games.server.ts'
import { listManagedGames } from '../../games/management/table/list-managed-games.server.ts'
import { readGamesQuery } from '../../games/management/table/table-rules.ts'
import { pictureOf } from '../../games/pictures/picture.server.ts'
import { findArrangement } from './find-arrangement.server.ts'
import { gamesOf, takesTitle } from './arrangement-edits.ts'
import { BOARD } from './arrangement-rules.ts'
import { findDraft, rowNames } from './drafts.server.ts'

/** The number of games that a search shows. */
const FOUND = 12

/** Loads an operator's draft, with its arrangement or else the published one, including all rows. */
export async function loadEdited(operatorId: string) {
  const [draft, published] = await Promise.all([findDraft(operatorId), findArrangement()])
  const { withAllRows, nameOf, collections } = rowNames()
  return { draft, arrangement: withAllRows(draft?.arrangement ?? published), nameOf, collections }
}

/** A game that an operator chose or can choose. */
export type ChosenGame = { id: number; title: string; status: GameStatus; src: string }

/**
 * Loads a row of the operator's draft, or the board, with the games chosen for it and the games whose titles match `q`;
 * null if the row does not exist.
 */
export async function loadEditedRow(operatorId: string, row: string, q: string) {
  const { arrangement, nameOf } = await loadEdited(operatorId)
  const arranged = arrangement.rows.find((one) => one.row === row)
  if (!arranged && row !== BOARD) return null
  const chosen = gamesOf(arrangement, row)
  const [games, found] = await Promise.all([
    chosen ? listChosenGames(chosen) : null,
    chosen && q ? findGames(q, row === 'original') : null,
  ])
  return {
    row,
    title: arranged?.title ?? null,
    ownTitle: nameOf(row),
    takesTitle: takesTitle(row),
    /** Null if games cannot be chosen for this row. */
    games,
    /** Null without a search. */
    found: found && found.map((game) => ({ ...game, isChosen: chosen?.includes(game.id) ?? false })),
  }
}

/** Returns those of the given games that visitors cannot see. */
export async function findUnavailable(ids: number[]): Promise<Set<number>> {
  if (!ids.length) return new Set()
  const rows = await prepared<{ id: number }>('unavailable-chosen', UNAVAILABLE, [ids])
  return new Set(rows.map(({ id }) => id))
}

async function listChosenGames(ids: number[]): Promise<ChosenGame[]> {
  if (!ids.length) return []
  const rows = await prepared<Row>('chosen-in-console', CHOSEN, [ids])
  const games = new Map(
    rows.map(({ image_url, image_small_url, ...game }) => {
      const src = pictureOf({ id: game.id, image_url, image_small_url }).small
      return [game.id, { ...game, src }]
    }),
  )
  return ids.flatMap((id) => games.get(id) ?? [])
}

/** Finds games by title: public ones first, then others, each group most played first. */
async function findGames(q: string, isOriginal: boolean): Promise<ChosenGame[]> {
  const query = { ...readGamesQuery(new URLSearchParams()), q, original: isOriginal, sort: 'plays' as const }
  const [published, any] = await Promise.all([
    listManagedGames({ ...query, status: 'published' }, FOUND),
    listManagedGames(query, FOUND),
  ])
  const first = new Set(published.games.map(({ id }) => id))
  const others = any.games.filter(({ id }) => !first.has(id))
  const byAccess = others.toSorted((one, other) => Number(isPublic(other)) - Number(isPublic(one)))
  const games = [...published.games, ...byAccess].slice(0, FOUND)
  return games.map(({ id, title, status, picture }) => ({ id, title, status, src: picture.small }))
}

function isPublic({ status }: { status: GameStatus }): boolean {
  return PUBLIC_STATUSES.includes(status)
}

type Row = Omit<ChosenGame, 'src'> & { image_url: string | null; image_small_url: string | null }

const CHOSEN = 'select id, title, status, image_url, image_small_url from games where id = any($1::int[])'
const UNAVAILABLE = `
  select wanted.id from unnest($1::int[]) wanted (id) left join games g on g.id = wanted.id
  where g.id is null or not (${listed('g')})`
