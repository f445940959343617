import { redirect } from 'react-router'
import { nextPath } from '../accounts/next-path.ts'
import { playerOrLogin } from '../accounts/require-player.server.ts'
import { fieldText } from '../forms/read-form.ts'
import { notFound, plain } from '../server/http/responses.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { blockPlayer, unblockPlayer } from './blocks.server.ts'
import { BLOCK_MESSAGES, NO_PLAYER, profileHref } from './player-rules.ts'
import type { Route } from './+types/block.route'

export const handle: RouteHandle = { methods: ['PUT', 'DELETE', 'POST'] }

/**
 * PUT blocks a player for the signed-in player, and DELETE unblocks the player. Both are idempotent. Without
 * JavaScript, a form posts `blocked` (`yes` or `no`) and `next`, the path to redirect to.
 */
export async function action({ request, params: { username } }: Route.ActionArgs) {
  const player = await playerOrLogin(request, profileHref(username))
  const form = request.method === 'POST' ? await formOf(request) : null
  const isWanted = form ? fieldText(form, 'blocked') === 'yes' : request.method === 'PUT'
  const outcome = await (isWanted ? blockPlayer : unblockPlayer)(player.id, username)
  if (outcome === 'no player') throw notFound(NO_PLAYER)
  if (outcome !== 'done') return plain(409, BLOCK_MESSAGES[outcome])
  return form ? redirect(nextPath(form.get('next')), 303) : new Response(null, { status: 204 })
}
