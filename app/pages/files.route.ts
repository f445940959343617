import { notFound, plain } from '../server/http/responses.server.ts'
import { freeSlot } from '../server/http/fair-queue.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { isStorageKey, StorageDownError } from '../server/files/storage-key.server.ts'
import { storage } from '../server/files/storage.server.ts'
import { isShown, maySeeHidden } from '../community/posts/shown-media.server.ts'
import { findPlayer } from '../server/sessions/session.server.ts'
import type { Route } from './+types/files.route'

export const handle: RouteHandle = { files: /^\/files\/[\w./-]{1,300}\.webp$/ }

/**
 * GET `/files/{key}`: responds with a stored picture, which we made from a player's upload. Its name is random and its
 * content never changes, so it is cached for ever. If a browser opens it as a page, it can do nothing
 * (docs/safety.md#uploads). Only the author and operators can see the picture of a post that is pending review or
 * removed.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  const key = params['*']
  if (!key.endsWith('.webp') || !isStorageKey(key)) throw notFound(NO_FILE, NOT_STORED)
  const isForAll = await isShown(key)
  if (!isForAll && !(await maySeeHidden(key, await findPlayer(request)))) throw notFound(NO_FILE, NOT_STORED)
  try {
    freeSlot()
    const file = await storage().get(key)
    if (!file) throw notFound(NO_FILE, NOT_STORED)
    // The client has left, so the router would drop the response without closing the file.
    if (request.signal.aborted) await file.cancel()
    request.signal.throwIfAborted()
    return new Response(file, {
      headers: {
        'Content-Type': 'image/webp',
        'Cache-Control': isForAll ? 'public, max-age=31536000, immutable' : 'private, no-store',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    })
  } catch (error) {
    if (!(error instanceof StorageDownError)) throw error
    const text = 'This file is not available right now. Please try again in a moment.'
    return plain(503, text, { 'Retry-After': '30', ...NOT_STORED })
  }
}

const NOT_STORED = { 'Cache-Control': 'no-store' }
const NO_FILE = 'This file doesn’t exist.'
