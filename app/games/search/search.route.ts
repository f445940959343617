import { sharedPage } from '../../server/shared-page.server.ts'
import { limit } from '../../server/rate-limit.server.ts'
import type { Route } from './+types/search.route'
import { searchGames } from './search-games.server.ts'
import type { Suggestion } from './search-rules.ts'

/** Suggestions for the header's search: GET `/search?q=`, JSON `{ games: Suggestion[] }`. */
export async function loader({ request }: Route.LoaderArgs) {
  await limit('search', request)
  const term = new URL(request.url).searchParams.get('q') ?? ''
  const games: Suggestion[] = (await searchGames(term)).map(({ slug, title, picture, categories }) => ({
    slug,
    title,
    picture: picture.small,
    categories,
  }))
  return Response.json({ games }, { headers: sharedPage('games') })
}
