import { type Discussion, DISCUSSIONS_SHOWN, listDiscussions } from '../community/board/list-discussions.server.ts'
import { mayUse } from '../accounts/operators/require-staff.server.ts'
import { cachedByKey } from '../server/cache/data-cache.server.ts'
import { config } from '../server/process/config.server.ts'
import { findPlayer } from '../server/sessions/session.server.ts'
import type { Card } from '../games/cards/card.server.ts'
import { badgesOf } from '../games/cards/badge-rules.ts'
import { categorySlug } from '../games/catalogue/category-rules.ts'
import { findGameBySlug, findHeldGame, type Game, type HeldGame } from '../games/catalogue/find-game.server.ts'
import { frameOnPage } from '../games/stage/frame-on-page.server.ts'
import { listRelated } from '../games/lists/list-games.server.ts'
import { isUploaded } from '../games/uploads/version-address.ts'
import { pictureOf } from '../games/pictures/picture.server.ts'
import type { ReactedGame } from '../games/reactions/use-reactions.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'

/** Related games shown next to a game at most, and the number they are filled up to (docs/product.md#related-games). */
const SIDEBAR = 20
const FILLED = 12

/** Loads the part of a game's page that is the same for everybody; null if there is no public game with this slug. */
export async function loadGame(slug: string) {
  const game = await findGameBySlug(slug)
  return game && describe(game)
}

/** Loads the page of a game that is not public, for operators, with its status; null for an unknown slug. */
export async function loadHeldGame(slug: string) {
  const game = await findHeldGame(slug)
  return game && { ...(await describe(game)), status: game.status, statusReason: game.status_reason }
}

async function describe(game: Game | HeldGame) {
  const { structuredRating } = config()
  const frame = frameOnPage(game)
  const category = categorySlug(game.categories[0] ?? '')
  const lists = await cachedByKey('games beside one', `${game.id} ${category}`, ['games'], async () =>
    sidebarOf(await listRelated({ id: game.id, category }, SIDEBAR + 2, FILLED)),
  )
  return {
    id: game.id,
    slug: game.slug,
    title: game.title,
    views: game.views,
    likes: game.likes,
    dislikes: game.dislikes,
    description: game.description,
    howToPlay: game.how_to_play,
    controls: game.controls,
    categories: game.categories,
    tags: game.tags,
    platform: game.platform,
    publishedBy: game.published_by,
    licence: frame?.isSelfHosted && !game.is_original && !isUploaded(game) ? `${frame.src}LICENSE.txt` : null,
    playsOnPhones: game.plays_on_phones,
    width: game.width,
    height: game.height,
    isOriginal: game.is_original,
    badges: badgesOf({ createdAt: game.created_at, views: game.views }),
    createdAt: game.created_at,
    updatedAt: game.updated_at,
    picture: pictureOf(game),
    frame,
    seo: {
      title: game.seo_title,
      description: game.seo_description,
      ogTitle: game.og_title,
      ogDescription: game.og_description,
      ogImage: game.og_image,
      canonicalUrl: game.canonical_url,
    },
    structuredRating,
    ...lists,
  }
}

/**
 * Loads the part of a game's page that depends on the player: their reaction, with the latest counts, and posts about
 * the game without those of players whom they hide.
 */
export async function loadGameForPlayer(
  request: Request,
  { id, slug, likes, dislikes }: { id: number; slug: string; likes: number; dislikes: number },
): Promise<{ reactions: ReactedGame; discussions: Discussion[] }> {
  const [discussions, { hidden, reacted }] = await Promise.all([listDiscussions(slug), loadShellPlayer(request)])
  return {
    reactions: { id, likes, dislikes, reaction: null, ...reacted },
    discussions: discussions.filter(({ author }) => !hidden.includes(author.username)).slice(0, DISCUSSIONS_SHOWN),
  }
}

export type LoadedGame = NonNullable<Awaited<ReturnType<typeof loadGame>>>

/** Loads what the stage of a public game shows, or for operators of any game (`isHeld`); null if there is none. */
export async function loadStage(request: Request, slug: string) {
  const shown = await findGameBySlug(slug)
  const game = shown ?? ((await mayOpenHeldGames(request)) ? await findHeldGame(slug) : null)
  if (!game) return null
  const { id, title, categories } = game
  const stage = { id, slug, title, categories, picture: pictureOf(game), frame: frameOnPage(game) }
  return { stage, isHeld: shown === null }
}

/** Whether a request may open games that are not public. */
export async function mayOpenHeldGames(request: Request): Promise<boolean> {
  const player = await findPlayer(request)
  return player !== null && mayUse(player, 'games')
}

/** Related games without the first, up to 20; `hasMoreGames` if there are over 21. */
function sidebarOf(related: Card[]): { moreGames: Card[]; hasMoreGames: boolean } {
  return { moreGames: related.slice(1, SIDEBAR + 1), hasMoreGames: related.length > SIDEBAR + 1 }
}
