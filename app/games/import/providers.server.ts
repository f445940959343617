import type { FeedProvider } from './feed-entry.ts'
import { famobi } from './providers/famobi.server.ts'
import { gamedistribution } from './providers/gamedistribution.server.ts'
import { gamemonetize } from './providers/gamemonetize.server.ts'
import { gamepix } from './providers/gamepix.server.ts'
import { htmlgames } from './providers/htmlgames.server.ts'
import { playgama } from './providers/playgama.server.ts'

/** Every provider whose feeds can be imported. A new one is a file in `providers/` and a name here. */
export const PROVIDERS: readonly FeedProvider[] = [gamemonetize, gamedistribution, gamepix, playgama, htmlgames, famobi]

export function findProvider(name: string): FeedProvider | null {
  return PROVIDERS.find((provider) => provider.name === name.toLowerCase()) ?? null
}
