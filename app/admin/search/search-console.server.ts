import { mayUse } from '../../accounts/operators/require-staff.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { findGames } from './find-games.server.ts'
import { findPages } from './find-pages.ts'
import { findPlayers } from './find-players.server.ts'
import { findBlogPosts, findPosts } from './find-posts.server.ts'
import type { HitGroup } from './search-rules.ts'

/**
 * Searches everything that a member of the staff may manage (docs/product.md#console). Returns the kinds with results,
 * at most five results of each; nothing for an empty term.
 */
export async function searchConsole(staff: Player, term: string): Promise<HitGroup[]> {
  if (!term) return []
  const [games, players, posts, blogPosts] = await Promise.all([
    mayUse(staff, 'games') ? findGames(term) : [],
    mayUse(staff, 'moderation') ? findPlayers(term) : [],
    mayUse(staff, 'moderation') ? findPosts(term) : [],
    mayUse(staff, 'blog') ? findBlogPosts(term) : [],
  ])
  const groups: HitGroup[] = [
    { kind: 'games', hits: games },
    { kind: 'players', hits: players },
    { kind: 'posts', hits: posts },
    { kind: 'blogPosts', hits: blogPosts },
    { kind: 'pages', hits: findPages(term) },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}
