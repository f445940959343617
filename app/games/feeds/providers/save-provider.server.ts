import { type ActOutcome, logAct } from '../../../accounts/operators/audit-log.server.ts'
import { database, type Transaction } from '../../../db/connection.server.ts'
import { lockName, preparedIn } from '../../../db/query.server.ts'
import { plainLine } from '../../../lib/plain-text.ts'
import { slugify } from '../../../lib/slug.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import { config } from '../../../server/process/config.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { MAPPED_FIELDS, type Mapping } from '../../import/mapping/guess-mapping.ts'
import { findProvider } from '../../import/providers.server.ts'
import { MAPPED_LABELS, mappedEntries } from '../setup/mapping-text.ts'
import { labelOf } from './find-provider.server.ts'
import { type Hosts, notAHost, OWN_PROVIDER, PROVIDER_LIMITS, publicHost, RESERVED_NAMES } from './provider-rules.ts'

/** The id of this module's locks for `lockName`. */
const PROVIDER_LOCK = 33

export type SavedProvider = {
  /** The name of the provider to change. Null adds a provider, whose name is derived from its label. */
  name: string | null
  label: string
  mapping: Mapping
  /** The mapping that the operator loaded. Nothing is saved if the stored mapping differs. */
  seen?: Mapping
  /** The hosts to approve. Earlier approvals remain. */
  hosts: Hosts
}

/**
 * Adds or changes a provider, and approves its hosts. Returns its name, or a message for the operator if it cannot be
 * saved.
 */
export async function saveProvider(
  operator: Player,
  { name, label: typed, mapping, seen, hosts }: SavedProvider,
): Promise<{ name: string } | { refused: string }> {
  const label = plainLine(typed).slice(0, PROVIDER_LIMITS.label)
  const isNew = name === null
  const wanted = name ?? slugify(label)
  const refused = refuseName(wanted, label) ?? refuseMapping(mapping)
  if (refused) return { refused }
  const checked = checkHosts(hosts)
  if ('refused' in checked) return checked
  const saving = database().transaction(async (tx) => {
    await lockName(tx, PROVIDER_LOCK, wanted)
    const values = [wanted, label, JSON.stringify(mapping)]
    const rows = isNew
      ? await preparedIn(tx, 'add-provider', ADD, values)
      : await preparedIn(tx, 'change-provider', CHANGE, [...values, seen ? JSON.stringify(seen) : null])
    if (!rows.length) throw new RefusedError(isNew ? `There is already a provider called “${label}”` : CHANGED)
    await addHosts(tx, wanted, checked.hosts)
    await logAct(tx, {
      by: operator,
      act: isNew ? 'added' : 'changed',
      on: { kind: 'provider', id: wanted },
      why: [isNew ? '' : describeFields(mapping), describeHosts(checked.hosts)].filter(Boolean).join('. '),
      details: { title: label, mapping },
    })
    await purgePages(['games'], tx)
    return { name: wanted }
  })
  return saving.catch(asRefusal)
}

const CHANGED = 'Another operator has changed or deleted this provider. Reload to see the changes'

/** Rolls the transaction back. The message is for the operator. */
class RefusedError extends Error {}

function asRefusal(error: unknown): { refused: string } {
  if (error instanceof RefusedError) return { refused: error.message }
  throw error
}

function refuseName(name: string, label: string): string | null {
  if (!name || !/^[a-z0-9-]{1,80}$/.test(name)) return 'Enter a name with letters or digits'
  if (findProvider(name) || RESERVED_NAMES.includes(name)) return `“${label}” is the name of a provider of the portal`
  return null
}

function refuseMapping(mapping: Mapping): string | null {
  const isKnown = Object.entries(mapping).every(
    ([field, path]) =>
      (MAPPED_FIELDS as readonly string[]).includes(field) &&
      typeof path === 'string' &&
      path.length <= PROVIDER_LIMITS.path,
  )
  if (!isKnown) return 'The mapping has an invalid field. Choose the fields again'
  return mapping.url === undefined || mapping.title === undefined ? 'Choose the fields for the title and the URL' : null
}

/**
 * Approves hosts for a provider. Browsers may then load games from the hosts in `games`, and the portal fetches
 * pictures from those in `pictures`. All pages are rendered again with the new policy. If one host is not public, no
 * host is approved.
 */
export async function approveHosts(operator: Player, provider: string, hosts: Partial<Hosts>): Promise<ActOutcome> {
  const checked = checkHosts({ games: hosts.games ?? [], pictures: hosts.pictures ?? [] })
  if ('refused' in checked) return { outcome: 'forbidden', why: checked.refused }
  if (!checked.hosts.games.length && !checked.hosts.pictures.length)
    return { outcome: 'forbidden', why: 'Enter at least one host' }
  const approving = database().transaction(async (tx): Promise<ActOutcome> => {
    await lockName(tx, PROVIDER_LOCK, provider)
    const label = await findLabel(tx, provider)
    if (label === null) return { outcome: 'gone' }
    await addHosts(tx, provider, checked.hosts)
    await logAct(tx, {
      by: operator,
      act: 'hosts approved',
      on: { kind: 'provider', id: provider },
      why: describeHosts(checked.hosts),
      details: { title: label },
    })
    await purgePages(['games'], tx)
    return { outcome: 'done' }
  })
  return approving.catch((error: unknown): ActOutcome => ({ outcome: 'forbidden', why: asRefusal(error).refused }))
}

/** Withdraws the approval of hosts. A built-in provider keeps the hosts that are defined in code. */
export function removeHosts(operator: Player, provider: string, hosts: Partial<Hosts>): Promise<ActOutcome> {
  return database().transaction(async (tx): Promise<ActOutcome> => {
    await lockName(tx, PROVIDER_LOCK, provider)
    const label = await findLabel(tx, provider)
    const { games = [], pictures = [] } = hosts
    const removed = await preparedIn<{ host: string; use: 'games' | 'pictures' }>(tx, 'remove-hosts', REMOVE, [
      provider,
      games,
      pictures,
    ])
    if (label === null || !removed.length) return { outcome: 'gone' }
    const of = (use: 'games' | 'pictures') => removed.filter((row) => row.use === use).map(({ host }) => host)
    await logAct(tx, {
      by: operator,
      act: 'hosts removed',
      on: { kind: 'provider', id: provider },
      why: describeHosts({ games: of('games'), pictures: of('pictures') }),
      details: { title: label },
    })
    await purgePages(['games'], tx)
    return { outcome: 'done' }
  })
}

/** Returns the hosts as URLs spell them, without duplicates; or why one of them is rejected. */
function checkHosts({ games, pictures }: Hosts): { hosts: Hosts } | { refused: string } {
  const own = URL.parse(config().siteUrl)?.host
  for (const typed of [...games, ...pictures]) {
    const host = publicHost(typed)
    if (host === null) return { refused: notAHost(typed) }
    if (host === own) return { refused: `${host} is this portal, whose pages may not run as games` }
  }
  const read = (list: string[]) => [...new Set(list.map((typed) => publicHost(typed) as string))]
  return { hosts: { games: read(games), pictures: read(pictures) } }
}

async function addHosts(tx: Transaction, provider: string, { games, pictures }: Hosts): Promise<void> {
  await preparedIn(tx, 'add-hosts', ADD_HOSTS, [provider, games, pictures])
  const [row] = await preparedIn<{ hosts: number }>(tx, 'count-hosts', COUNT_HOSTS, [provider])
  if ((row?.hosts ?? 0) > PROVIDER_LIMITS.hosts)
    throw new RefusedError(`A provider has at most ${PROVIDER_LIMITS.hosts} hosts`)
}

async function findLabel(tx: Transaction, provider: string): Promise<string | null> {
  if (findProvider(provider)?.name === provider) return labelOf(provider)
  if (provider === OWN_PROVIDER) return 'Own games'
  const rows = await preparedIn<{ label: string }>(
    tx,
    'provider-label',
    'select label from feed_providers where name = $1',
    [provider],
  )
  return rows[0]?.label ?? null
}

function describeFields(mapping: Mapping): string {
  return `Fields: ${mappedEntries(mapping)
    .map(([field, path]) => `${MAPPED_LABELS[field]} = ${path}`)
    .join(', ')}`
}

function describeHosts({ games, pictures }: Hosts): string {
  return [games.length ? `Games: ${games.join(', ')}` : '', pictures.length ? `Pictures: ${pictures.join(', ')}` : '']
    .filter(Boolean)
    .join('. ')
}

// Games may have an unknown provider if a provider was renamed in the database.
const ADD = `
  insert into feed_providers (name, label, mapping)
  select $1, $2, $3::jsonb where not exists (select from games where provider = $1)
  on conflict do nothing returning name`

const CHANGE = `
  update feed_providers set label = $2, mapping = $3::jsonb
  where name = $1 and ($4::jsonb is null or mapping = $4::jsonb) returning name`

const ADD_HOSTS = `
  insert into provider_hosts (provider, host, use)
  select $1, host, 'games' from unnest($2::text[]) as host
  union all
  select $1, host, 'pictures' from unnest($3::text[]) as host
  on conflict do nothing`

const COUNT_HOSTS = 'select count(distinct host)::int as hosts from provider_hosts where provider = $1'

const REMOVE = `
  delete from provider_hosts
  where provider = $1 and (use = 'games' and host = any($2::text[]) or use = 'pictures' and host = any($3::text[]))
  returning host, use`
