import { sessionToken } from '../server/sessions/session.server.ts'
import { notFound } from '../server/http/responses.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import type { Card } from '../games/cards/card.server.ts'
import { IN_DIALOG, NO_PLAYER } from './player-rules.ts'
import { listMostPlayed } from './most-played.server.ts'
import { listPostsOf, type PlayerPost } from './posts-of-player.server.ts'
import type { Profile } from './player-rules.ts'
import { findProfile } from './profile.server.ts'
import { listWishesOf } from './wishes-of-player.server.ts'
import type { Route } from './+types/card.route'

export const handle: RouteHandle = { methods: ['GET'] }

/** The data of a player's dialog. */
export type PlayerCard = { profile: Profile; posts: PlayerPost[]; wishes: Card[]; played: Card[] }

/** GET: a player's profile as the viewer sees it, with the first items of each tab. 404 if there is no such player. */
export async function loader({ request, params: { username } }: Route.LoaderArgs) {
  const found = await findProfile(username, sessionToken(request))
  if (!found) throw notFound(NO_PLAYER)
  const [{ posts }, wishes, played] = await Promise.all([
    listPostsOf(found, IN_DIALOG),
    listWishesOf(found, IN_DIALOG),
    listMostPlayed(found, IN_DIALOG),
  ])
  const { profile } = found
  const headers = cacheHeaders(`player:${profile.username.toLowerCase()}`)
  return Response.json({ profile, posts, wishes, played } satisfies PlayerCard, { headers })
}
