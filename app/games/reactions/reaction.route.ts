import { z } from 'zod'
import { limit } from '../../server/rate-limit.server.ts'
import { plain } from '../../server/answers.server.ts'
import { readJson } from '../../server/request-body.server.ts'
import { requirePlayer } from '../../server/session.server.ts'
import type { Route } from './+types/reaction.route'
import { REACTIONS, type Votes } from './reaction-rules.ts'
import { countReactions, removeReaction, setReaction } from './reactions.server.ts'

const schema = z.object({ reaction: z.enum(REACTIONS) })

/** GET: the counts of a game, for everybody, as JSON `{ likes, dislikes }`. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await limit('reactions', request)
  const id = idOf(params.id)
  return answer(id ? await countReactions(id) : null)
}

/** PUT `{ reaction }` makes it what the player thinks of the game, DELETE takes it back; answered with the counts. */
export async function action({ request, params }: Route.ActionArgs) {
  if (request.method !== 'PUT' && request.method !== 'DELETE') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, PUT, DELETE' } })
  }
  await limit('reactions', request)
  const player = await requirePlayer(request)
  const id = idOf(params.id)
  if (request.method === 'DELETE') return answer(id ? await removeReaction(player.id, id) : null)
  const { reaction } = await readJson(request, schema)
  return answer(id ? await setReaction(player.id, id, reaction) : null)
}

function idOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

function answer(votes: Votes | null): Response {
  return votes
    ? Response.json(votes, { headers: { 'Cache-Control': 'no-store' } })
    : plain(404, 'There is no such game.')
}
