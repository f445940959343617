import { prepared } from '../../../db/query.server.ts'
import type { EditedField } from '../management-rules.ts'

/** What operators did with a game. */
export type GameAct = {
  id: number
  who: string
  act: string
  why: string
  at: Date
  /** The values of changed fields before and after, in words and shortened. */
  changes: { [Field in EditedField]?: { from: string; to: string } }
}

/** Lists the entries of the audit log about a game, newest first, at most `most`. */
export function listGameActs(gameId: number, most: number): Promise<GameAct[]> {
  return prepared('acts-on-game', ACTS, [String(gameId), most])
}

const ACTS = `
  select id, operator_name as who, act, why, created_at as at, coalesce(details->'changes', '{}') as changes
  from operator_acts where on_kind = 'game' and on_id = $1 order by id desc limit $2`
