import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { cached } from '../../server/cache/data-cache.server.ts'
import type { Card } from '../cards/card.server.ts'
import { listPopularGames } from '../lists/list-games.server.ts'
import type { Route } from './+types/search.route'
import { search } from './search-games.server.ts'
import { cleanTerm, SUGGESTED, type Suggestion, type Suggestions } from './search-rules.ts'

/**
 * GET `/search?q=`: suggestions for the header's search, JSON `Suggestions`. Without a term, these are popular games.
 */
export async function loader({ request }: Route.LoaderArgs) {
  await limit('search', request)
  const term = cleanTerm(new URL(request.url).searchParams.get('q') ?? '')
  return Response.json(term ? await suggest(term) : await suggestPopular(), { headers: cacheHeaders('games') })
}

async function suggest(term: string): Promise<Suggestions> {
  const { games, asTyped, instead } = await search(term)
  return { games: games.map(suggestionOf), ...(instead !== null && asTyped === 0 && { instead }) }
}

function suggestPopular(): Promise<Suggestions> {
  return cached('suggested', ['games'], async () => ({
    games: (await listPopularGames({ limit: SUGGESTED })).map(suggestionOf),
  }))
}

function suggestionOf({ slug, title, picture, categories }: Card): Suggestion {
  return { slug, title, picture: picture.small, categories }
}
