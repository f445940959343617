import { type FormEvent } from 'react'
import { href, useNavigate } from 'react-router'
import { playerHref } from '../../accounts/player-href.ts'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { formatDay, formatMoment } from '../../lib/dates.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CursorPagination, NEWEST_FIRST } from '../../ui/cursor-pagination.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useShownQuery } from '../../ui/use-shown-query.ts'
import type { Route } from './+types/players.page'
import { type ListedPlayer, listPlayers } from './list-players.server.ts'
import {
  PLAYER_STATES,
  PLAYER_TERM_MAX,
  playersHref,
  type PlayersQuery,
  readPlayersQuery,
} from './player-list-rules.ts'
import './players.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'moderation')
  const query = readPlayersQuery(new URL(request.url).searchParams)
  return { query, ...(await listPlayers(query)) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Players',
    description: 'Search all accounts.',
    path: href('/admin/players'),
    noindex: true,
  })
}

/** All accounts, the newest first. */
export default function PlayersPage({ loaderData: { query, players, next } }: Route.ComponentProps) {
  return (
    <>
      <h1>Players</h1>
      <PlayersFilters query={query} />
      {players.length ? (
        <table className="players-table">
          <thead>
            <tr>
              <th scope="col">Player</th>
              <th scope="col">Email</th>
              <th scope="col">State</th>
              <th scope="col">Joined</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {players.map((player) => (
              <PlayerRow key={player.username} player={player} />
            ))}
          </tbody>
        </table>
      ) : (
        <Nothing query={query} />
      )}
      <CursorPagination
        start={query.after ? playersHref({ ...query, after: '' }) : null}
        next={next && playersHref({ ...query, after: next })}
        labels={NEWEST_FIRST}
      />
    </>
  )
}

/** The form works without JavaScript; with it, the URL omits filters that are not set. */
function PlayersFilters({ query }: { query: PlayersQuery }) {
  const navigate = useNavigate()
  const shown = useShownQuery(playersHref(query))
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { q, state } = readPlayersQuery(new URLSearchParams(form as never))
    void navigate(playersHref({ q, state }))
  }
  return (
    <form
      ref={shown}
      className="players-filters"
      role="search"
      aria-label="Players"
      action={href('/admin/players')}
      onSubmit={find}
    >
      <TextField
        label="Search players"
        type="search"
        name="q"
        placeholder="Username, name or email address"
        defaultValue={query.q}
        maxLength={PLAYER_TERM_MAX}
        autoComplete="off"
        enterKeyHint="search"
      />
      <SelectField key={query.state} label="State" name="state" defaultValue={query.state}>
        <option value="">All</option>
        {Object.entries(PLAYER_STATES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Button type="submit">Find</Button>
    </form>
  )
}

function PlayerRow({ player }: { player: ListedPlayer }) {
  const { username, fullName, email, isConfirmed, isOperator, avatar, joinedAt, suspendedUntil } = player
  return (
    <tr>
      <th scope="row">
        <div className="players-name">
          <Avatar name={username} src={avatar} />
          <div>
            <a href={playerHref(username)}>@{username}</a>
            {isOperator && <span className="chip">Operator</span>}
            {fullName && <small dir="auto">{fullName}</small>}
          </div>
        </div>
      </th>
      <td>
        {email}
        {!isConfirmed && <small>Not confirmed</small>}
      </td>
      <td>
        {suspendedUntil ? (
          <span className="players-suspended">Suspended until {formatMoment(suspendedUntil)}</span>
        ) : (
          PLAYER_STATES.active
        )}
      </td>
      <td data-label="Joined">
        <time dateTime={joinedAt.toISOString()}>{formatDay(joinedAt)}</time>
      </td>
      <td className="players-act">
        {!isOperator && (
          <a className="text-link" href={href('/admin/players/:username/suspension', { username })}>
            {suspendedUntil ? 'Suspension' : 'Suspend'}
            <span className="sr-only"> of @{username}</span>
          </a>
        )}
      </td>
    </tr>
  )
}

function Nothing({ query }: { query: PlayersQuery }) {
  if (!query.q && !query.state)
    return <EmptyState title="No players">Accounts appear here once players sign up.</EmptyState>
  return (
    <EmptyState title="No players found" action={<ButtonLink href={playersHref()}>Show all players</ButtonLink>}>
      No player matches the search and the state.
    </EmptyState>
  )
}
