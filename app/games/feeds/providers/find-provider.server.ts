import { prepared } from '../../../db/query.server.ts'
import type { StoredMapping } from '../../../db/schema/feeds.server.ts'
import type { AddressOption, FeedProvider } from '../../import/feed-entry.ts'
import { mappedProvider } from '../../import/mapping/mapped-provider.server.ts'
import type { Mapping } from '../../import/mapping/guess-mapping.ts'
import { findProvider, PROVIDERS } from '../../import/providers.server.ts'
import { PROVIDER_LABELS } from './provider-labels.ts'
import type { Hosts } from './provider-rules.ts'

/** A provider as the console lists it. */
export type ListedProvider = {
  name: string
  label: string
  options: readonly AddressOption[]
  /** All allowed hosts: those from code, then the approved ones. */
  hosts: Hosts
  /** The hosts that operators approved. */
  approved: Hosts
  isBuiltIn: boolean
  /** Null for a built-in provider. */
  mapping: Mapping | null
}

type Row = { name: string; label: string | null; mapping: StoredMapping | null; games: string[]; pictures: string[] }

/** Returns a built-in or added provider by name, with its approved hosts; null for any other name. */
export async function findFeedProvider(name: string): Promise<FeedProvider | null> {
  const key = name.toLowerCase()
  const [row] = await prepared<Row>('feed-provider', `${SELECT} where n.name = $1`, [key])
  const builtIn = findProvider(key)
  if (builtIn) {
    const { gameHosts, pictureHosts } = builtIn
    return {
      ...builtIn,
      gameHosts: union(gameHosts, row?.games),
      pictureHosts: union(pictureHosts, row?.pictures),
    }
  }
  if (!row?.mapping) return null
  return mappedProvider({ name: key, mapping: row.mapping, gameHosts: row.games, pictureHosts: row.pictures })
}

/** Returns all providers: the built-in ones, then the added ones, ordered by label. */
export async function listProviders(): Promise<ListedProvider[]> {
  const rows = await prepared<Row>('feed-providers', `${SELECT} order by lower(n.label), n.name`)
  const builtIn = PROVIDERS.map(({ name, gameHosts, pictureHosts, options = [] }): ListedProvider => {
    const approved = hostsOf(rows.find((row) => row.name === name))
    return {
      name,
      label: labelOf(name),
      options,
      hosts: { games: union(gameHosts, approved.games), pictures: union(pictureHosts, approved.pictures) },
      approved,
      isBuiltIn: true,
      mapping: null,
    }
  })
  const added = rows.flatMap((row): ListedProvider[] => {
    if (row.label === null || row.mapping === null || findProvider(row.name)) return []
    const hosts = hostsOf(row)
    const { name, label, mapping } = row
    return [{ name, label, options: [], hosts, approved: hosts, isBuiltIn: false, mapping }]
  })
  return [...builtIn, ...added]
}

/** The display name of a built-in provider. */
export function labelOf(name: string): string {
  return PROVIDER_LABELS[name] ?? name
}

function hostsOf(row: Row | undefined): Hosts {
  return { games: row?.games ?? [], pictures: row?.pictures ?? [] }
}

function union(...lists: (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))]
}

const HOSTS_FOR = (use: string) => `
  array(select h.host from provider_hosts h where h.provider = n.name and h.use = '${use}'
    order by h.approved_at, h.host)`

const SELECT = `
  select n.name, n.label, n.mapping, ${HOSTS_FOR('games')} as games, ${HOSTS_FOR('pictures')} as pictures
  from (
    select name, label, mapping from feed_providers
    union all
    select distinct provider, null::text, null::jsonb from provider_hosts h
    where not exists (select from feed_providers p where p.name = h.provider)
  ) n`
