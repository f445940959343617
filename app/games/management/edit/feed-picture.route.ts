import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { redirect } from 'react-router'
import { idOf } from '../../../server/http/responses.server.ts'
import { pictureOf } from '../../pictures/picture.server.ts'
import { findPictureAt } from '../../pictures/stored-picture.server.ts'
import { findManagedGame } from '../managed-game.server.ts'
import type { Route } from './+types/feed-picture.route'

const NO_PICTURE = 'This picture doesn’t exist.'
const TIMEOUT_MS = 5000

/** GET: the picture that the feed has for a game whose picture an operator has set; its poster if there is none. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const id = idOf(params.id, NO_PICTURE)
  const address = (await findManagedGame(id))?.overrides.image_url
  const picture = address ? await findPictureAt(address, 320, TIMEOUT_MS) : null
  if (!picture) throw redirect(pictureOf({ id, image_url: null, image_small_url: null }).src)
  return new Response(new Uint8Array(picture), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=60' },
  })
}
