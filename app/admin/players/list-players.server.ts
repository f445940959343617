import { prepared } from '../../db/query.server.ts'
import { PLAYER_WORDS } from '../../db/schema/accounts.server.ts'
import { fileHref } from '../../lib/file-href.ts'
import { patternOf } from '../search/search-rules.ts'
import type { PlayersQuery } from './player-list-rules.ts'

export const PLAYERS_ON_PAGE = 50

/** How many of the newest players are searched one by one. Common terms are found among these. */
const NEAR = 5000
/** Most players that the index of words finds; the newest of them are listed. */
const CANDIDATES = 20_000

export type ListedPlayer = {
  username: string
  /** Empty if not given. */
  fullName: string
  email: string
  isConfirmed: boolean
  isOperator: boolean
  /** The address of the picture. */
  avatar: string | null
  joinedAt: Date
  /** When the suspension ends; null if the player is not suspended. */
  suspendedUntil: Date | null
}

type Row = ListedPlayer & { cursor: string }

/**
 * Returns a page of players, the newest first, whose username, full name or e-mail address contains the term. `next` is
 * the cursor of the next page, or null.
 */
export async function listPlayers(query: PlayersQuery): Promise<{ players: ListedPlayer[]; next: string | null }> {
  const rows = await findRows(query)
  const players = rows.slice(0, PLAYERS_ON_PAGE)
  return {
    players: players.map(({ cursor: _cursor, ...player }) => ({
      ...player,
      avatar: player.avatar && fileHref(player.avatar),
    })),
    next: rows.length > PLAYERS_ON_PAGE ? (players.at(-1)?.cursor ?? null) : null,
  }
}

async function findRows({ q, state, after }: PlayersQuery): Promise<Row[]> {
  const [, micros = LATEST, id = LAST] = CURSOR.exec(after) ?? []
  const values = [micros, id, PLAYERS_ON_PAGE + 1]
  const kind = state || 'any'
  if (!q) return prepared<Row>(`players-${kind}`, listText(state), values)
  const pattern = patternOf(q)
  // There are few suspended players.
  if (state === 'suspended')
    return prepared<Row>('players-suspended-found', listText(state, '$4'), [...values, pattern])
  const near = await prepared<Row>(`players-${kind}-near`, nearText(state), [...values, pattern])
  if (near.length > PLAYERS_ON_PAGE) return near
  return prepared<Row>(`players-${kind}-found`, foundText(state), [...values, pattern])
}

/** A cursor: microseconds of the time of joining, and id. */
const CURSOR = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const COLUMNS = `
  username, full_name as "fullName", email, email_verified as "isConfirmed", role = 'operator' as "isOperator", avatar,
  created_at as "joinedAt", case when suspended_until > now() then suspended_until end as "suspendedUntil",
  (extract(epoch from created_at) * 1000000)::bigint || '.' || id as cursor`

/** The cursor of the first page, after all players. */
const LATEST = '99999999999999999'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const BEYOND = `(created_at, id) < (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)`
const ORDER = 'order by created_at desc, id desc'

function isIn(state: PlayersQuery['state']): string {
  switch (state) {
    case 'suspended':
      // The first condition is that of the index.
      return 'suspended_until is not null and suspended_until > now()'
    case 'active':
      return '(suspended_until is null or suspended_until <= now())'
    default:
      return 'true'
  }
}

function listText(state: PlayersQuery['state'], pattern?: string): string {
  const matches = pattern ? `${PLAYER_WORDS} like ${pattern}` : 'true'
  return `select ${COLUMNS} from players where ${BEYOND} and ${isIn(state)} and ${matches} ${ORDER} limit $3`
}

function nearText(state: PlayersQuery['state']): string {
  return `
    select ${COLUMNS} from (select * from players where ${BEYOND} ${ORDER} limit ${NEAR}) p
    where ${isIn(state)} and ${PLAYER_WORDS} like $4 ${ORDER} limit $3`
}

// `matching` without an order: otherwise the planner reads all players by date for a term that it takes for common.
function foundText(state: PlayersQuery['state']): string {
  return `
    with matching as materialized (select id from players where ${PLAYER_WORDS} like $4 limit ${CANDIDATES})
    select ${COLUMNS} from players where id in (select id from matching) and ${BEYOND} and ${isIn(state)}
    ${ORDER} limit $3`
}
