import { readFile } from 'node:fs/promises'
import { idOf } from '../../server/http/responses.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/pictures.route'
import { findPosterGame, highestGameId } from '../catalogue/find-game.server.ts'
import { drawCategory, drawPoster, type PosterShape } from './poster.server.ts'
import { findStoredPicture, PICTURE_WIDTHS } from './stored-picture.server.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'

/** Keep in step with PICTURE_WIDTHS and POSTERS. */
export const handle: RouteHandle = {
  files: /^\/pictures\/(?:[1-9]\d{0,9}\/(?:320|640|poster|poster-tall)|category\/[a-z\d-]{1,40})$/,
}

const POSTERS = new Map<string, PosterShape>([
  ['poster', 'wide'],
  ['poster-tall', 'tall'],
])

/** If fetching a picture takes longer, the response is the poster. */
const TIMEOUT_MS = 2500

/**
 * A poster changes with a category. A poster in place of a missing picture must disappear as soon as the picture
 * arrives.
 */
const CACHE = {
  picture: 'public, max-age=604800, stale-while-revalidate=2592000',
  poster: 'public, max-age=86400, stale-while-revalidate=604800',
  substitute: 'public, max-age=60',
  none: 'public, max-age=300',
}

/**
 * GET `/pictures/{game id}/{320 or 640}`: a provider's picture from our storage, or the game's poster while there is no
 * picture. `/pictures/{game id}/{poster or poster-tall}`: the poster (docs/product.md#when-a-poster-is-shown).
 * `/pictures/category/{slug}`: a category's poster. Games that are not public have pictures, too, for operators and for
 * players who saved them. For an unknown game, category or size, the response is a 404 with the placeholder as its
 * body. An id above the highest game id causes no query.
 */
export async function loader({ params }: Route.LoaderArgs) {
  if (params.id === 'category') {
    const drawn = drawCategory(params.width)
    return drawn ? answer(SVG, CACHE.poster, drawn) : answer(SVG, CACHE.none, await placeholder(), 404)
  }
  const width = PICTURE_WIDTHS.find((known) => String(known) === params.width)
  const shape = POSTERS.get(params.width)
  const id = idOf(params.id, 'This picture doesn’t exist.')
  const mayBe = (width || shape) && id <= (await highestGameId())
  const picture = mayBe && width ? await findStoredPicture(id, width, TIMEOUT_MS) : null
  if (picture) return answer('image/webp', CACHE.picture, new Uint8Array(picture))
  const game = mayBe ? await cachedByKey('games of posters', String(id), ['games'], () => findPosterGame(id)) : null
  if (!game) return answer(SVG, CACHE.none, await placeholder(), 404)
  return answer(SVG, shape ? CACHE.poster : CACHE.substitute, drawPoster(game, shape ?? 'wide'))
}

const SVG = 'image/svg+xml; charset=utf-8'

function answer(type: string, cache: string, body: BodyInit, status = 200): Response {
  return new Response(body, { status, headers: { 'Content-Type': type, 'Cache-Control': cache } })
}

let placeholderFile: Promise<string> | null = null

function placeholder(): Promise<string> {
  return (placeholderFile ??= readFile('build/client/placeholder.svg', 'utf8').catch(() =>
    readFile('public/placeholder.svg', 'utf8'),
  ))
}
