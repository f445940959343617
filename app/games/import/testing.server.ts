import type { OptionValues } from './address-options.ts'
import type { FeedProvider } from './feed-entry.ts'
import { entryReader } from './json-stream.server.ts'
import { type FeedGame, readGame } from './read-game.ts'

/** Reads an invented JSON feed as an import does: returns a game, or a reason, for each entry. */
export async function readFixture(
  provider: FeedProvider,
  feed: unknown,
  optionValues: OptionValues = {},
): Promise<(FeedGame | string)[]> {
  const read = entryReader(provider.paths ?? [])
  const values = [...(await read(JSON.stringify(feed))), ...(await read(null))]
  return values.map((value) => {
    const entry = provider.readEntry(value)
    if (!entry) return `not an entry of ${provider.name}`
    const result = readGame(entry, provider, false, optionValues)
    return 'game' in result ? result.game : result.reason
  })
}
