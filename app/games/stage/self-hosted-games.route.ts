import { cached } from '../../server/cache/data-cache.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { listSelfHostedGames } from '../lists/list-games.server.ts'
import type { Instead } from './use-instead.ts'

/** One more than are shown, since the one that failed may be among them. */
const MAX_GAMES = 4

/** GET: self-hosted games, most viewed first, JSON `Instead[]`: they play when a provider's game does not. */
export async function loader() {
  const games = await cached('own-games', ['games'], async () => (await listSelfHostedGames(MAX_GAMES)).map(insteadOf))
  return Response.json(games, { headers: cacheHeaders('games') })
}

function insteadOf({ slug, title, picture }: Instead): Instead {
  return { slug, title, picture }
}
