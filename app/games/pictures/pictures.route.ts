import { readFile } from 'node:fs/promises'
import { idOf } from '../../server/answers.server.ts'
import type { RouteHandle } from '../../server/http-routes.server.ts'
import type { Route } from './+types/pictures.route'
import { findGameById, highestGameId } from '../catalogue/find-game.server.ts'
import { findStoredPicture, PICTURE_WIDTHS } from './stored-picture.server.ts'

/** In step with PICTURE_WIDTHS. */
export const handle: RouteHandle = { files: /^\/pictures\/[1-9]\d{0,9}\/(?:320|640)$/ }

/**
 * GET `/pictures/{game id}/{320 or 640}`: a provider's picture out of our own store, or what stands in for it; that is
 * also the body of the 404 for an unknown game or width. An id that no game has yet costs no query.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const width = PICTURE_WIDTHS.find((known) => String(known) === params.width)
  const id = idOf(params.id, 'There is no such picture.')
  const mayBe = width !== undefined && id <= (await highestGameId())
  const picture = mayBe ? await findStoredPicture(id, width) : null
  if (picture) {
    return new Response(new Uint8Array(picture), {
      headers: {
        'Content-Type': 'image/webp',
        'Cache-Control': 'public, max-age=604800, stale-while-revalidate=2592000',
      },
    })
  }
  const isKnown = mayBe && (await findGameById(id)) !== null
  return new Response(await placeholder(), {
    status: isKnown ? 200 : 404,
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=300' },
  })
}

let kept: Promise<string> | null = null

function placeholder(): Promise<string> {
  return (kept ??= readFile('build/client/placeholder.svg', 'utf8').catch(() =>
    readFile('public/placeholder.svg', 'utf8'),
  ))
}
