import { href } from 'react-router'
import type { AgeRating, Control, GameStatus } from '../../db/schema/games.server.ts'
import { isUploaded } from '../uploads/version-address.ts'

/** The console's pages for games: statuses, fields and limits (docs/product.md#games-in-the-console). */

export const STATUS_LABELS: Readonly<Record<GameStatus, string>> = {
  pending: 'Pending review',
  published: 'Published',
  hidden: 'Hidden',
  delisted: 'No longer in its feed',
  quarantined: 'Quarantined',
  deleted: 'Deleted',
}

/** What a status means. */
export const STATUS_TEXTS: Readonly<Record<GameStatus, string>> = {
  pending: 'It is pending review: no list shows it, and its address responds with “not found” and similar games.',
  published: 'Everybody can find and play it.',
  hidden: 'No list shows it, and its address responds with “not found” and similar games.',
  delisted: 'Its feed no longer lists it. It stays public for the period that is set on the feed.',
  quarantined: 'It appears broken, so no list shows it until it works again.',
  deleted: 'No import brings it back. Its address responds that it was removed, with similar games.',
}

export const AGE_LABELS: Readonly<Record<AgeRating, string>> = {
  everyone: 'Everyone',
  '7': '7 and up',
  '12': '12 and up',
  '16': '16 and up',
  '18': '18 and up',
}

/** What an operator may change in a game, as stored. `slug` is separate, since an old slug redirects. */
export type GameFields = {
  title: string
  description: string
  how_to_play: string
  categories: string[]
  tags: string[]
  image_url: string | null
  width: number | null
  height: number | null
  plays_on_phones: boolean | null
  url: string | null
  controls: Control[] | null
  age_rating: AgeRating | null
  seo_title: string | null
  seo_description: string | null
  is_featured: boolean
  is_original: boolean
}

/** A field of the edit form. */
export type EditedField = keyof GameFields | 'slug'
export type EditedFields = GameFields & { slug: string }

/** The fields that a feed fills, too: an operator's value wins over every later import until it is reset. */
export const FEED_FIELDS = [
  'title',
  'description',
  'how_to_play',
  'categories',
  'tags',
  'image_url',
  'width',
  'height',
  'plays_on_phones',
  'url',
] as const satisfies (keyof GameFields)[]

export const FIELD_LABELS: Readonly<Record<EditedField, string>> = {
  title: 'Title',
  slug: 'Slug',
  description: 'Description',
  how_to_play: 'Instructions',
  categories: 'Categories',
  tags: 'Tags',
  image_url: 'Picture',
  width: 'Width',
  height: 'Height',
  plays_on_phones: 'Works on phones',
  url: 'Play URL',
  controls: 'Controls',
  age_rating: 'Age rating',
  seo_title: 'Search title',
  seo_description: 'Search description',
  is_featured: 'Featured',
  is_original: 'Original',
}

export const LIMITS = {
  title: 120,
  slug: 120,
  description: 5000,
  howToPlay: 2000,
  /** As in imports. */
  tags: 20,
  seoTitle: 120,
  seoDescription: 300,
  url: 2000,
  controls: 40,
  reason: 300,
} as const

/** Whether this portal serves the game. */
export function isSelfHosted({ url }: Pick<GameFields, 'url'>): boolean {
  return url?.startsWith('/') ?? false
}

/**
 * Whether a game is included in the portal. Its address and players' saved data contain its slug, which therefore never
 * changes. Those of an uploaded game do not.
 */
export function isIncluded(game: Pick<GameFields, 'url'>): boolean {
  return isSelfHosted(game) && !isUploaded(game)
}

/** Whether an operator added the game by hand, so that no feed and no release has values for it. */
export function isAddedByHand(game: Pick<GameFields, 'url'> & { provider: string }): boolean {
  return game.provider === 'own' && !isIncluded(game)
}

export const GAME_DONE = {
  saved: 'Saved. All pages show it now',
  savedUnlisted: 'Saved. Visitors see it once the game is public',
  reset: 'The feed’s value is used again',
  published: 'Published. All lists show it now',
  hidden: 'Hidden. No list shows it, and its address responds with “not found”',
  deleted: 'Deleted. No import brings it back',
} as const

/** Link to a game's page in the console. */
export function managedGameHref(id: number): string {
  return href('/admin/games/:id', { id: String(id) })
}
