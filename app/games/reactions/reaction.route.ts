import { z } from 'zod'
import { limit } from '../../server/http/rate-limit.server.ts'
import { NO_GAME } from '../catalogue/no-game.ts'
import { idOf, notFound } from '../../server/http/responses.server.ts'
import { readJson } from '../../server/http/request-body.server.ts'
import { requirePlayer } from '../../server/sessions/session.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/reaction.route'
import { REACTIONS, type Votes } from './reaction-rules.ts'
import { countReactions, removeReaction, setReaction } from './reactions.server.ts'

export const handle: RouteHandle = { methods: ['GET', 'PUT', 'DELETE'] }

const schema = z.object({ reaction: z.enum(REACTIONS) })

/** GET: the counts of a game, public, as JSON `{ likes, dislikes }`. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await limit('reactions', request)
  return answer(await countReactions(idOf(params.id, NO_GAME)))
}

/** PUT `{ reaction }` sets the player's reaction to the game, DELETE removes it. Both respond with the counts. */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('reactions', request)
  const player = await requirePlayer(request)
  const id = idOf(params.id, NO_GAME)
  if (request.method === 'DELETE') return answer(await removeReaction(player.id, id))
  const { reaction } = await readJson(request, schema)
  return answer(await setReaction(player.id, id, reaction))
}

function answer(votes: Votes | null): Response {
  if (!votes) throw notFound(NO_GAME)
  return Response.json(votes, { headers: { 'Cache-Control': 'no-store' } })
}
