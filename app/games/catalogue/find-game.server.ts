import { isPublic } from '../../db/public-games.server.ts'
import { prepared } from '../../db/query.server.ts'
import type { Control, GameStatus } from '../../db/schema/games.server.ts'
import { shownCategories } from '../arrangement/known-categories.ts'
import { shownTags } from '../arrangement/known-tags.ts'
import { cached } from '../../server/cache/data-cache.server.ts'

export type Game = {
  id: number
  slug: string
  title: string
  provider: string
  categories: string[]
  tags: string[]
  description: string
  how_to_play: string
  controls: Control[] | null
  platform: string
  published_by: string | null
  url: string | null
  image_url: string | null
  image_small_url: string | null
  poster_url: string | null
  poster_small_url: string | null
  width: number | null
  height: number | null
  plays_on_phones: boolean | null
  is_original: boolean
  seo_title: string | null
  seo_description: string | null
  og_title: string | null
  og_description: string | null
  og_image: string | null
  canonical_url: string | null
  created_at: Date
  updated_at: Date
  views: number
  likes: number
  dislikes: number
}

const SELECT = `select g.id, g.slug, g.title, g.provider, g.categories, g.tags, g.description,
  g.how_to_play, g.controls, g.platform, g.published_by, g.url,
  g.image_url, g.image_small_url, g.poster_url, g.poster_small_url, g.width, g.height, g.plays_on_phones,
  g.is_original, g.seo_title, g.seo_description, g.og_title, g.og_description, g.og_image, g.canonical_url,
  g.created_at, g.updated_at, coalesce(v.views, 0)::float8 as views,
  coalesce(v.likes, 0) as likes, coalesce(v.dislikes, 0) as dislikes
  from games g left join game_views v on v.game_id = g.id`

/** Finds the public game at `/games/{slug}`; null if there is none. */
export async function findGameBySlug(slug: string): Promise<Game | null> {
  return shown(await prepared<Game>('game-by-slug', `${SELECT} where g.slug = $1 and ${isPublic('g')}`, [slug]))
}

/** The same by id. */
export async function findGameById(id: number): Promise<Game | null> {
  return shown(await prepared<Game>('game-by-id', `${SELECT} where g.id = $1 and ${isPublic('g')}`, [id]))
}

/** The first game with its categories and tags as operators have arranged them. */
function shown<Row extends Game>([game]: Row[]): Row | null {
  return game ? { ...game, categories: shownCategories(game.categories), tags: shownTags(game.tags) } : null
}

/** A game of any status, for operators. If it is not public, `url` is its held URL. */
export type HeldGame = Game & { status: GameStatus; status_reason: string }

/** Finds the game at `/games/{slug}`, whatever its status; null if there is none. */
export async function findHeldGame(slug: string): Promise<HeldGame | null> {
  return shown(await prepared<HeldGame>('held-game', `${HELD} where g.slug = $1`, [slug]))
}

const HELD = SELECT.replace('g.url', 'g.status, g.status_reason, coalesce(g.url, g.held_url) as url')

/** Returns the held URL of a game that is not public, or null. */
export async function findHeldUrl(id: number): Promise<string | null> {
  const [game] = await prepared<{ held_url: string | null }>('held-url', 'select held_url from games where id = $1', [
    id,
  ])
  return game?.held_url ?? null
}

/** The game that has or had a slug at which there is no public game. `slug` is its current slug. */
export type AbsentGame = { id: number; slug: string; status: GameStatus }

export async function findAbsentGame(slug: string): Promise<AbsentGame | null> {
  return (await prepared<AbsentGame>('absent-game', ABSENT, [slug]))[0] ?? null
}

/** The same by id. */
export async function findAbsentGameById(id: number): Promise<AbsentGame | null> {
  return (
    (await prepared<AbsentGame>('absent-game-by-id', 'select id, slug, status from games where id = $1', [id]))[0] ??
    null
  )
}

/** What the picture or poster of a game depends on, except its picture. */
export type PosterGame = Pick<Game, 'slug' | 'categories'> & { isPublic: boolean }

/** Returns the data for drawing the poster of a game, public or not; null if there is no such game. */
export async function findPosterGame(id: number): Promise<PosterGame | null> {
  const text = `select slug, categories, ${isPublic()} as "isPublic" from games where id = $1`
  return (await prepared<PosterGame>('poster-game', text, [id]))[0] ?? null
}

const ABSENT = `
  select id, slug, status from games where slug = $1
  union all
  select g.id, g.slug, g.status from former_slugs f join games g on g.id = f.game_id where f.slug = $1`

/** Returns the highest id of any game, at most a minute old; 0 if there are no games. */
export function highestGameId(): Promise<number> {
  return cached('highest-game-id', ['games'], async () => {
    const [row] = await prepared<{ id: number }>('highest-game-id', 'select coalesce(max(id), 0) as id from games')
    return row?.id ?? 0
  })
}
