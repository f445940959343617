import { listed } from '../db/listed.server.ts'
import type { Card } from '../games/cards/card.server.ts'
import { listCards } from '../games/lists/list-games.server.ts'
import { isMostPlayedSeen } from './player-rules.ts'
import type { FoundProfile } from './profile.server.ts'

/**
 * Returns the games that a player has played longest, at most `most`, without games played for less than a minute.
 * Returns an empty list if the viewer may not see them.
 */
export async function listMostPlayed({ id, profile }: FoundProfile, most: number): Promise<Card[]> {
  return isMostPlayedSeen(profile)
    ? listCards({ name: 'most-played-of-profile', text: LONGEST, values: [id, most] })
    : []
}

const ORDER = 't.seconds desc, t.game_id desc'
const LONGEST = `
  select t.game_id, row_number() over (order by ${ORDER}) as rank
  from game_play_times t join games g on g.id = t.game_id and ${listed('g')}
  where t.player_id = $1 and t.seconds >= 60 order by ${ORDER} limit $2`
