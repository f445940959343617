import { readFile } from 'node:fs/promises'
import type { Route } from './+types/pictures.route'
import { findGameById, highestGameId } from '../catalogue/find-game.server.ts'
import { findStoredPicture, PICTURE_WIDTHS } from './stored-picture.server.ts'

/**
 * GET `/pictures/{game id}/{320 or 640}`: a provider's picture out of our own store, or what stands in for it; that is
 * also the body of the 404 for an unknown game or width. An id that no game has yet costs no query.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const width = PICTURE_WIDTHS.find((known) => String(known) === params.width)
  const mayBe = width !== undefined && /^[1-9]\d{0,8}$/.test(params.id) && Number(params.id) <= (await highestGameId())
  const picture = mayBe ? await findStoredPicture(Number(params.id), width) : null
  if (picture) {
    return new Response(new Uint8Array(picture), {
      headers: {
        'Content-Type': 'image/webp',
        'Cache-Control': 'public, max-age=604800, stale-while-revalidate=2592000',
      },
    })
  }
  const isKnown = mayBe && (await findGameById(params.id)) !== null
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
