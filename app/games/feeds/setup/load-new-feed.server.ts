import { z } from 'zod/mini'
import { database } from '../../../db/connection.server.ts'
import type { AddressOption } from '../../import/feed-entry.ts'
import { FeedError } from '../../import/feed-error.server.ts'
import { guessMapping, MAPPED_FIELDS, type Mapping } from '../../import/mapping/guess-mapping.ts'
import { mappedProvider } from '../../import/mapping/mapped-provider.server.ts'
import { addressRule, ANY_LABEL, ANY_PROVIDER, FEED_LIMITS, MAPPING_FIELD } from '../feed-form-rules.ts'
import { isFeedFileKey } from '../feed-files.server.ts'
import { findFeedProvider, listProviders } from '../providers/find-provider.server.ts'
import { findTaken } from '../save-feed.server.ts'
import { hostsIn, type Preview, previewGames, readMapping, type SampleHost, tableOf } from './preview.server.ts'
import { type FeedSource, readSample } from './read-sample.server.ts'

export type ProviderChoice = { name: string; label: string; options: readonly AddressOption[] }

/** The first step: the source of the feed. `failure` explains why the chosen source cannot be read. */
type SourceStep = {
  step: 'source'
  providers: ProviderChoice[]
  given: { provider: string; address: string }
  failure: string | null
}

type Read = { source: FeedSource; suggestedName: string; preview: Preview }
/** The second step for a known provider. */
type KnownStep = Read & { step: 'known'; provider: ProviderChoice }
/** The second step for any other feed, with the mapping. */
type MappingStep = Read & {
  step: 'mapping'
  mapping: Mapping
  table: { paths: string[]; rows: string[][] }
  hosts: { games: SampleHost[]; pictures: SampleHost[] }
}

export type NewFeedStep = SourceStep | KnownStep | MappingStep

type Reading = {
  /** Counts against the rate limit of its IP address if the portal reads the source for it. */
  request: Request
  /** Whether the portal may fetch an address immediately. Otherwise the first step has to be submitted. */
  mayFetch: boolean
}

/**
 * Loads the step of adding a feed that an address requests. The address is not trusted: unknown values lead to the
 * first step.
 */
export async function loadNewFeed(params: URLSearchParams, reading: Reading): Promise<NewFeedStep> {
  const all = await listProviders()
  const providers: ProviderChoice[] = [...all, { name: ANY_PROVIDER, label: ANY_LABEL, options: [] }].map(
    ({ name, label, options }) => ({ name, label, options }),
  )
  const text = (name: string) => (params.get(name) ?? '').slice(0, FEED_LIMITS.address)
  const given = { provider: text('provider'), address: text('address') }
  const provider = providers.find(({ name }) => name === given.provider)
  const source = sourceIn({ address: given.address, fileKey: text('file'), fileName: text('fileName') })
  const firstStep = (failure: string | null): SourceStep => ({ step: 'source', providers, given, failure })
  if (!provider || !source || ('address' in source && !reading.mayFetch)) return firstStep(null)
  try {
    if (provider.name === ANY_PROVIDER) return await loadMapping(source, params, reading.request)
    const known = await findFeedProvider(provider.name)
    if (!known) return firstStep(null)
    const preview = previewGames(known, await readSample(known, source, reading.request), {})
    if (preview.rejected === preview.entries && preview.games.every(({ title }) => !title))
      return firstStep(`This is not a feed of ${provider.label}`)
    return { step: 'known', provider, source, suggestedName: await suggestName(provider.label, source), preview }
  } catch (error) {
    // The provider expects its list at a fixed path. A feed without that list belongs to another provider.
    if (error instanceof FeedError && error.message.includes('has no list of games'))
      return firstStep(`This is not a feed of ${provider.label}`)
    if (error instanceof FeedError) return firstStep(error.message)
    throw error
  }
}

async function loadMapping(source: FeedSource, params: URLSearchParams, request: Request): Promise<MappingStep> {
  const samples = await readSample(null, source, request)
  const isChosen = MAPPED_FIELDS.some((field) => params.has(MAPPING_FIELD + field))
  const mapping = isChosen ? readMapping((field) => params.get(MAPPING_FIELD + field) ?? '') : guessMapping(samples)
  const hosts = hostsIn(samples, mapping)
  const provider = mappedProvider({
    name: 'preview',
    mapping,
    gameHosts: hosts.games.map(({ host }) => host),
    pictureHosts: hosts.pictures.map(({ host }) => host),
  })
  return {
    step: 'mapping',
    source,
    suggestedName: await suggestName('', source),
    mapping,
    table: tableOf(samples),
    hosts,
    preview: previewGames(provider, samples, {}),
  }
}

/** Reads the source from a form or an address; null if it has neither a valid URL nor an uploaded file. */
export function sourceIn(given: { address: string; fileKey: string; fileName: string }): FeedSource | null {
  if (given.fileKey) return isFeedFileKey(given.fileKey) ? { fileKey: given.fileKey, fileName: given.fileName } : null
  const address = z.safeParse(addressRule, given.address)
  return address.success && address.data ? { address: address.data } : null
}

/**
 * Suggests a feed name: the provider's name, or one from the address or the file. A number is added if the name is in
 * use.
 */
async function suggestName(label: string, source: FeedSource): Promise<string> {
  const place = 'address' in source ? new URL(source.address).hostname.replace(/^www\./, '') : source.fileName
  const name = (label || place.replace(/\.(?:json|csv|xml|rss|atom|txt)$/i, '')).slice(0, FEED_LIMITS.name - 4)
  for (let number = 1; number <= 99; number++) {
    const wanted = number === 1 ? name : `${name} ${number}`
    if (!(await findTaken(database(), { name: wanted, provider: '', address: null }, 0))) return wanted
  }
  return ''
}
