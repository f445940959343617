import { FeedError } from '../../import/feed-error.server.ts'
import { MAPPED_FIELDS, type Mapping } from '../../import/mapping/guess-mapping.ts'
import { mappedProvider } from '../../import/mapping/mapped-provider.server.ts'
import { MAPPING_FIELD } from '../feed-form-rules.ts'
import type { Feed } from '../find-feed.server.ts'
import type { ListedProvider } from '../providers/find-provider.server.ts'
import { type Preview, previewGames, readMapping, tableOf } from '../setup/preview.server.ts'
import { type FeedSource, readSample } from '../setup/read-sample.server.ts'

/** The editor of a provider's mapping, with the feed's first games or the reason why the feed cannot be read. */
export type FieldsEditing =
  | { mapping: Mapping; table: { paths: string[]; rows: string[][] }; preview: Preview; failure: null }
  | { failure: string }

/**
 * Reads the first entries of a feed for the mapping editor. Uses the mapping in the address, or else the stored one.
 * Returns null if the address does not request the editor, and for a built-in provider, which has no mapping.
 */
export async function loadFields(
  feed: Feed,
  provider: ListedProvider | null,
  request: Request,
): Promise<FieldsEditing | null> {
  const params = new URL(request.url).searchParams
  if (!provider?.mapping || !params.has('fields')) return null
  const source = sourceOf(feed)
  if (!source) return { failure: 'The feed has no address and no file' }
  try {
    const samples = await readSample(null, source, request)
    const isChosen = MAPPED_FIELDS.some((field) => params.has(MAPPING_FIELD + field))
    const mapping = isChosen ? readMapping((field) => params.get(MAPPING_FIELD + field) ?? '') : provider.mapping
    const { games: gameHosts, pictures: pictureHosts } = provider.hosts
    const mapped = mappedProvider({ name: provider.name, mapping, gameHosts, pictureHosts })
    return { mapping, table: tableOf(samples), preview: previewGames(mapped, samples, feed.options), failure: null }
  } catch (error) {
    if (error instanceof FeedError) return { failure: error.message }
    throw error
  }
}

function sourceOf({ address, fileKey, fileName }: Feed): FeedSource | null {
  if (address) return { address }
  return fileKey ? { fileKey, fileName: fileName ?? '' } : null
}
