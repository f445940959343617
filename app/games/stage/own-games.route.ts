import { sharedData } from '../../server/shared-data.server.ts'
import { sharedPage } from '../../server/shared-page.server.ts'
import { listOwnGames } from '../lists/list-games.server.ts'
import type { Instead } from './use-instead.ts'

/** One more than are shown, since the one that failed may be among them. */
const MOST = 4

/** GET: games that this portal serves itself, most viewed first, JSON `Instead[]`: they play where a provider's does not. */
export async function loader() {
  const games = await sharedData('own-games', ['games'], async () => (await listOwnGames(MOST)).map(insteadOf))
  return Response.json(games, { headers: sharedPage('games') })
}

function insteadOf({ slug, title, picture }: Instead): Instead {
  return { slug, title, picture }
}
