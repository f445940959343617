import { readFile } from 'node:fs/promises'
import { mayUse } from '../../accounts/operators/require-staff.server.ts'
import { idOf } from '../../server/http/responses.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { findPlayer } from '../../server/sessions/session.server.ts'
import type { Route } from './+types/pictures.route'
import { findPosterGame, highestGameId, type PosterGame } from '../catalogue/find-game.server.ts'
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
  /** Of a game that is not public, for operators. */
  held: 'private, max-age=300',
  /** In place of the former: a cache on the way would also send it to operators. */
  hidden: 'private, no-store',
}

/**
 * GET `/pictures/{game id}/{320 or 640}`: a provider's picture from our storage, or the game's poster while there is no
 * picture. `/pictures/{game id}/{poster or poster-tall}`: the poster (docs/product.md#when-a-poster-is-shown).
 * `/pictures/category/{slug}`: a category's poster. The picture of a game that is not public is sent only to operators,
 * and no shared cache stores it; everybody else gets its poster. For an unknown game, category or size, the response is
 * a 404 with the placeholder as its body. An id above the highest game id causes no query.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  if (params.id === 'category') {
    const drawn = drawCategory(params.width)
    return drawn ? answer(SVG, CACHE.poster, drawn) : answer(SVG, CACHE.none, await placeholder(), 404)
  }
  const width = PICTURE_WIDTHS.find((known) => String(known) === params.width)
  const shape = POSTERS.get(params.width)
  const id = idOf(params.id, 'This picture doesn’t exist.')
  const mayBe = (width || shape) && id <= (await highestGameId())
  const game = mayBe ? await findGame(id) : null
  if (!game) return answer(SVG, CACHE.none, await placeholder(), 404)
  const isForVisitors = game.isPublic || !width
  if (!isForVisitors && !(await isStaff(request))) return answer(SVG, CACHE.hidden, drawPoster(game, 'wide'))
  const picture = width ? await findStoredPicture(id, width, TIMEOUT_MS) : null
  if (picture) return answer('image/webp', isForVisitors ? CACHE.picture : CACHE.held, new Uint8Array(picture))
  const cache = shape ? CACHE.poster : isForVisitors ? CACHE.substitute : CACHE.hidden
  return answer(SVG, cache, drawPoster(game, shape ?? 'wide'))
}

/** About 1 MB. */
const MAX_GAMES = 5000

function findGame(id: number): Promise<PosterGame | null> {
  return cachedByKey('games of posters', String(id), ['games'], () => findPosterGame(id), MAX_GAMES)
}

async function isStaff(request: Request): Promise<boolean> {
  const player = await findPlayer(request)
  return player !== null && mayUse(player, 'games')
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
