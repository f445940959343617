import { playerHref } from '../../accounts/player-href.ts'
import { prepared } from '../../db/query.server.ts'
import { PLAYER_WORDS } from '../../db/schema/accounts.server.ts'
import { type Hit, HITS_OF_KIND, patternOf } from './search-rules.ts'

/** Most players read that match; the best of them are shown. */
const CANDIDATES = 50

type Row = { username: string; fullName: string; email: string; isSuspended: boolean }

/** Finds players by a part of the username, the full name or the email address; usernames that begin with it first. */
export async function findPlayers(term: string): Promise<Hit[]> {
  const text = term.replace(/^@(?=.)/, '').toLowerCase()
  const rows = await prepared<Row>('console-players', FIND, [text, patternOf(text)])
  return rows.map(({ username, fullName, email, isSuspended }) => ({
    to: playerHref(username),
    title: `@${username}`,
    detail: [fullName, email].filter(Boolean).join(' · '),
    ...(isSuspended && { state: 'Suspended' }),
  }))
}

// `matching` without a limit: as in find-games.server.ts.
const FIND = `
  with matching as materialized (select id from players where ${PLAYER_WORDS} like $2),
  found as materialized (
    select id from players where lower(username) = $1
    union (select id from matching limit ${CANDIDATES})
  )
  select p.username, p.full_name as "fullName", p.email, coalesce(p.suspended_until > now(), false) as "isSuspended"
  from found f join players p on p.id = f.id
  order by lower(p.username) = $1 desc, starts_with(lower(p.username), $1) desc, length(p.username), p.username
  limit ${HITS_OF_KIND}`
