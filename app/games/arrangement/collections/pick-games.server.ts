import type { ActOutcome } from '../../../accounts/operators/audit-log.server.ts'
import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { type OrderChange, reordered } from '../arrangement-rules.ts'
import { arranging } from '../categories/save-categories.server.ts'
import { PICKED_MAX } from './collection-rules.ts'
import { changedSince, type CollectionRow, lockCollection, log } from './save-collections.server.ts'

/** Adds a game to the end of a hand-picked collection. A game that is already in the collection keeps its position. */
export async function pickGame(operator: Player, id: number, gameId: number): Promise<ActOutcome> {
  return changing(id, async (tx, collection): Promise<ActOutcome> => {
    const [{ games } = { games: 0 }] = await preparedIn<{ games: number }>(tx, 'count-picked', COUNT, [id])
    if (games >= PICKED_MAX) return { outcome: 'forbidden', why: `A collection can have ${PICKED_MAX} games at most` }
    const [game] = await preparedIn<{ title: string }>(tx, 'pick-game', PICK, [id, gameId])
    if (!game) return { outcome: 'gone' }
    await log(tx, operator, 'changed', collection, `${game.title} added`)
    return { outcome: 'done' }
  })
}

const COUNT = 'select count(*)::int as games from collection_games where collection_id = $1'

const PICK = `
  with game as (select id, title from games where id = $2 and status <> 'deleted'),
  added as (
    insert into collection_games (collection_id, game_id, position)
    select $1, id, (select coalesce(max(position), 0) + 1 from collection_games where collection_id = $1) from game
    on conflict do nothing
  )
  select title from game`

export async function unpickGame(operator: Player, id: number, gameId: number): Promise<ActOutcome> {
  return changing(id, async (tx, collection): Promise<ActOutcome> => {
    const [game] = await preparedIn<{ title: string }>(tx, 'unpick-game', UNPICK, [id, gameId])
    if (!game) return { outcome: 'gone' }
    await log(tx, operator, 'changed', collection, `${game.title} removed`)
    return { outcome: 'done' }
  })
}

const UNPICK = `
  delete from collection_games c using games g
  where c.collection_id = $1 and c.game_id = $2 and g.id = c.game_id returning g.title`

/**
 * Changes the order of picked games. Setting the order of all games requires the `version` that the operator loaded.
 */
export async function reorderPicked(
  operator: Player,
  id: number,
  { version, ...change }: OrderChange & { version: number },
): Promise<ActOutcome> {
  return changing(id, async (tx, collection): Promise<ActOutcome> => {
    if (change.order && collection.version !== version) return changedSince(tx, id)
    const rows = await preparedIn<{ id: number }>(tx, 'picked-order', ORDER, [id])
    const next = reordered(
      rows.map((row) => String(row.id)),
      change,
    )
    if (!next) return { outcome: 'changed' }
    await preparedIn(tx, 'order-picked', REORDER, [id, next.map(Number)])
    await log(tx, operator, 'changed', collection, 'order')
    return { outcome: 'done' }
  })
}

const ORDER = 'select game_id as id from collection_games where collection_id = $1 order by position, game_id'

const REORDER = `
  update collection_games c set position = o.place from unnest($2::int[]) with ordinality o(id, place)
  where c.collection_id = $1 and c.game_id = o.id and c.position <> o.place`

/** Runs a change on the games of a locked, hand-picked collection, and increments its version. */
function changing(
  id: number,
  change: (tx: Transaction, collection: CollectionRow) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  return arranging(async (tx) => {
    const collection = await lockCollection(tx, id)
    if (!collection || collection.rule) return { outcome: 'gone' }
    const outcome = await change(tx, collection)
    if (outcome.outcome === 'done') await preparedIn(tx, 'count-version', VERSION, [id])
    return outcome
  })
}

const VERSION = 'update collections set version = version + 1 where id = $1'
