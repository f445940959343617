import { isDeepStrictEqual } from 'node:util'
import { prepared } from '../../../db/query.server.ts'
import { remember } from '../../../lib/remember.ts'
import { PROVIDERS } from '../../import/providers.server.ts'
import { setAddedLabels } from './provider-labels.ts'
import { LISTED_HOSTS, OWN_PROVIDER } from './provider-rules.ts'

type Known = { listed: string[]; approved: string[] }

const BUILT_IN = PROVIDERS.flatMap(({ gameHosts }) => gameHosts)

const known = () => remember('frame-hosts', (): { hosts: Known } => ({ hosts: { listed: [], approved: BUILT_IN } }))

/**
 * Returns the hosts that the policy of every page lists, from memory: at most LISTED_HOSTS, of the portal's own games
 * and of providers that have a feed or a game (docs/product.md#hosts-of-games). It is the same object until the hosts
 * change.
 */
export function frameHosts(): readonly string[] {
  return known().hosts.listed
}

/** Returns all hosts that may serve games, from memory: those of built-in providers and the approved ones. */
export function approvedGameHosts(): readonly string[] {
  return known().hosts.approved
}

/**
 * Loads the hosts, and the labels of added providers, into memory. Returns whether the hosts have changed, which makes
 * cached pages outdated: all of them list hosts, and the page of a game also depends on whether its own is approved.
 */
export async function loadFrameHosts(): Promise<boolean> {
  const rows = await prepared<{ provider: string; host: string; isUsed: boolean }>('frame-hosts', HOSTS, [
    PROVIDERS.flatMap(({ name, gameHosts }) => gameHosts.map(() => name)),
    BUILT_IN,
  ])
  const added = await prepared<{ name: string; label: string }>('provider-labels', LABELS)
  setAddedLabels(Object.fromEntries(added.map(({ name, label }) => [name, label])))
  const used = rows.filter(({ isUsed }) => isUsed).map(({ host }) => host)
  const hosts = {
    // Sorted by time of approval, so that a new host never displaces an older one.
    listed: [...new Set(used)].slice(0, LISTED_HOSTS),
    approved: [...new Set(rows.map(({ host }) => host))],
  }
  if (isDeepStrictEqual(hosts, known().hosts)) return false
  known().hosts = hosts
  return true
}

const LABELS = 'select name, label from feed_providers'

// The order makes the planner use the unique index on provider and id. Otherwise it reads all games to find that a
// provider has none.
const HOSTS = `
  with hosts as (
    select provider, host, at, null::timestamptz as approved_at
    from unnest($1::text[], $2::text[]) with ordinality as b(provider, host, at)
    union all
    select provider, host, null, approved_at from provider_hosts where use = 'games'
  ), used as (
    select p.provider,
      p.provider = '${OWN_PROVIDER}' or exists (select from feeds f where f.provider = p.provider)
        or coalesce((
          select true from games g where g.provider = p.provider and g.status <> 'deleted'
          order by g.provider_game_id limit 1
        ), false) as is_used
    from (select distinct provider from hosts) p
  )
  select h.provider, h.host, u.is_used as "isUsed" from hosts h join used u on u.provider = h.provider
  order by h.at nulls last, h.approved_at, h.host`
