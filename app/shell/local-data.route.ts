import { z } from 'zod'
import { database } from '../db/connection.server.ts'
import { addRecentGames } from '../games/recent/recent-games.server.ts'
import { MAX_RECENT } from '../games/recent/recent-rules.ts'
import { limit } from '../server/http/rate-limit.server.ts'
import { readJson } from '../server/http/request-body.server.ts'
import { requirePlayer } from '../server/sessions/session.server.ts'
import { MAX_LOCAL_WISHES, type MovedWishes } from '../wishlist/wishlist-rules.ts'
import { addRememberedWishes } from '../wishlist/wishlist.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import type { Route } from './+types/local-data.route'

export const handle: RouteHandle = { methods: ['POST'] }

const item = z.object({ id: z.int32().min(1), at: z.int().min(0).max(8.64e15) })
const schema = z.object({ wishes: z.array(item).max(MAX_LOCAL_WISHES), recent: z.array(item).max(MAX_RECENT) })

export type Moved = { wishes: MovedWishes; recent: number }

/**
 * POST `{ wishes, recent }`, lists of `{ id, at }`: moves what a browser stored for a visitor into the account of the
 * player who is now signed in. Repeating it changes nothing. Responds with how many of the recent games the account
 * has, and which of the wishes. The browser keeps wishes that did not fit.
 */
export async function action({ request }: Route.ActionArgs) {
  await limit('kept', request)
  const player = await requirePlayer(request)
  const local = await readJson(request, schema)
  const moved = await database().transaction(async (tx): Promise<Moved> => ({
    recent: await addRecentGames(tx, player.id, local.recent),
    wishes: await addRememberedWishes(tx, player.id, local.wishes),
  }))
  return Response.json(moved)
}
