import { prepared } from '../../db/query.server.ts'
import { visible } from '../../db/visible.server.ts'
import { fileHref } from '../../lib/file-href.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'

/** Storage folder of the pictures of posts, with a subfolder for each player. */
export const POST_PICTURES = 'post_pictures'

/**
 * Whether everybody may see the stored file with a key. A picture of a post is visible only while a public post shows
 * it.
 */
export async function isShown(key: string): Promise<boolean> {
  if (!key.startsWith(`${POST_PICTURES}/`)) return true
  return cachedByKey('pictures of posts', key, ['community'], async () => {
    const found = await prepared('picture-shown', SHOWN, [fileHref(key)])
    return found.length > 0
  })
}

/** Whether a player may see a picture that is not public: only its uploader and operators. */
export async function maySeeHidden(key: string, player: Player | null): Promise<boolean> {
  return player !== null && (player.role === 'operator' || key.startsWith(`${POST_PICTURES}/${player.id}/`))
}

const SHOWN = `select from posts p where p.media_url = $1 and ${visible('p')} limit 1`
