import { type Discussion, DISCUSSIONS_SHOWN, listDiscussions } from '../community/board/list-discussions.server.ts'
import { cachedByKey } from '../server/cache/data-cache.server.ts'
import { config } from '../server/process/config.server.ts'
import type { Card } from '../games/cards/card.server.ts'
import { badgesOf } from '../games/cards/badge-rules.ts'
import { categorySlug } from '../games/catalogue/category-rules.ts'
import { findGameBySlug } from '../games/catalogue/find-game.server.ts'
import { frameOf } from '../games/stage/game-frame.ts'
import { gameHref } from '../games/catalogue/games-href.ts'
import { findProvider } from '../games/import/providers.server.ts'
import { listRelated } from '../games/lists/list-games.server.ts'
import { pictureOf } from '../games/pictures/picture.server.ts'
import type { ReactedGame } from '../games/reactions/use-reactions.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'

/** Related games shown next to a game at most, and the number they are filled up to (docs/product.md#related-games). */
const SIDEBAR = 20
const FILLED = 12

/** Loads the part of a game's page that is the same for everybody; null for an unknown slug. */
export async function loadGame(slug: string) {
  const game = await findGameBySlug(slug)
  if (!game) return null
  const { siteUrl, structuredRating } = config()
  const pageUrl = new URL(gameHref(slug), siteUrl).href
  const url = game.url && (findProvider(game.provider)?.addressOnPage?.(game.url, pageUrl) ?? game.url)
  const frame = frameOf({ ...game, url }, siteUrl)
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
    licence: game.provider === 'own' && !game.is_original && frame?.isSelfHosted ? `${frame.src}LICENSE.txt` : null,
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

/** Loads what the stage of a game shows; null for an unknown slug. */
export async function loadStage(slug: string) {
  const game = await findGameBySlug(slug)
  if (!game) return null
  const { id, title, categories } = game
  return { id, slug, title, categories, picture: pictureOf(game), frame: frameOf(game, config().siteUrl) }
}

/** Related games without the first, up to 20; `hasMoreGames` if there are over 21. */
function sidebarOf(related: Card[]): { moreGames: Card[]; hasMoreGames: boolean } {
  return { moreGames: related.slice(1, SIDEBAR + 1), hasMoreGames: related.length > SIDEBAR + 1 }
}
