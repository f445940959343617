import { href } from 'react-router'
import { z } from 'zod/mini'
import type { AgeRating, Control, GameStatus } from '../../db/schema/games.server.ts'
import { mayFit, plainLine, plainText } from '../../lib/plain-text.ts'
import { lengthOf } from '../../lib/text.ts'
import { lineRule, numberRule } from '../../lib/text-rules.ts'
import { CATEGORIES } from '../catalogue/category-rules.ts'

/** The console's pages for games: fields, limits and texts (docs/product.md, Games in the console). */

export const STATUS_LABELS: Readonly<Record<GameStatus, string>> = {
  pending: 'Pending review',
  published: 'Published',
  hidden: 'Hidden',
  delisted: 'No longer in its feed',
  quarantined: 'Quarantined',
  deleted: 'Deleted',
}

export const AGE_LABELS: Readonly<Record<AgeRating, string>> = {
  everyone: 'Everyone',
  '7': '7 and up',
  '12': '12 and up',
  '16': '16 and up',
  '18': '18 and up',
}

/** What an operator may change in a game, as stored. `slug` is apart, since an old slug redirects. */
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

export const FIELD_LABELS: Readonly<Record<keyof GameFields | 'slug', string>> = {
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
  tags: 40,
  tag: 41,
  seoTitle: 120,
  seoDescription: 300,
  url: 2000,
  controls: 40,
} as const

/** A character can take twelve bytes URL-encoded. */
export const GAME_BYTES = 12 * (LIMITS.description + LIMITS.howToPlay + 4 * LIMITS.url) + 16_384

function textRule(name: string, most: number) {
  const long = `${name} must be at most ${most} characters`
  return z._default(
    z.string(`${name} must be text`).check(
      z.refine((text) => mayFit(text, most), { error: long, abort: true }),
      z.overwrite(plainText),
      z.refine((text) => lengthOf(text) <= most, long),
    ),
    '',
  )
}

const optionalLine = (name: string, most: number) => z._default(lineRule(name, most), '')

/** A side in CSS pixels, or nothing. */
function sideRule(name: string) {
  const error = `${name} must be a whole number from 100 to 4096, or empty`
  return z._default(
    z.string(error).check(
      z.trim(),
      z.refine((text) => !text || isSide(Number(text)), error),
    ),
    '',
  )
}

const isSide = (side: number) => Number.isInteger(side) && side >= 100 && side <= 4096

/** The edit form: every field as text, as a browser sends it. `readGameForm` turns it into GameFields. */
export const gameRules = z.object({
  /** The id of the newest act on the game when the form was loaded. */
  seen: numberRule,
  title: lineRule('Title', LIMITS.title).check(z.minLength(1, 'Title is required')),
  slug: z._default(
    z.string('Slug must be text').check(
      z.trim(),
      z.toLowerCase(),
      z.refine((text) => !text || (text.length <= LIMITS.slug && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)), {
        error: 'A slug has only lower-case letters, digits and single hyphens',
      }),
    ),
    '',
  ),
  description: textRule('Description', LIMITS.description),
  howToPlay: textRule('Instructions', LIMITS.howToPlay),
  /** Names, separated by commas, best first. */
  categories: optionalLine('Categories', 400),
  tags: optionalLine('Tags', 1600),
  imageUrl: optionalLine('Picture', LIMITS.url),
  width: sideRule('Width'),
  height: sideRule('Height'),
  phones: z._default(z.enum(['', 'yes', 'no'], 'Please choose from the list'), ''),
  url: optionalLine('Play URL', LIMITS.url),
  /** One control per line: keys, a colon, what they do. */
  controls: textRule('Controls', LIMITS.howToPlay),
  ageRating: z._default(z.enum(['', 'everyone', '7', '12', '16', '18'], 'Please choose from the list'), ''),
  seoTitle: optionalLine('Search title', LIMITS.seoTitle),
  seoDescription: optionalLine('Search description', LIMITS.seoDescription),
  featured: z._default(z.string(), ''),
  original: z._default(z.string(), ''),
})

export type GameForm = z.output<typeof gameRules>

export const statusRules = z.object({
  seen: numberRule,
  reason: z._default(
    z.string().check(
      z.refine((text) => mayFit(text, 300), { error: 'A reason must be at most 300 characters', abort: true }),
      z.overwrite(plainLine),
    ),
    '',
  ),
})

export const resetRules = z.object({ seen: numberRule, field: z.enum(FEED_FIELDS, 'There is no such field') })

/** Splits a list typed with commas, without blanks and repeats. */
export function listIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ]
}

/** The names in `text` that are no category. */
export function unknownCategories(text: string): string[] {
  const known = new Set<string>(CATEGORIES)
  return listIn(text).filter((name) => !known.has(name))
}

/** Controls as the form shows them, one per line: `W, ↑: jump`. */
export function controlsText(controls: Control[] | null): string {
  return (controls ?? []).map(({ keys, does }) => `${keys.join(', ')}: ${does}`).join('\n')
}

/** Parses `controlsText`; null for a line without a colon. */
export function controlsIn(text: string): Control[] | null {
  const lines = text.split('\n').filter((line) => line.trim())
  const controls = lines.map((line) => {
    const at = line.indexOf(':')
    return { keys: at < 0 ? [] : listIn(line.slice(0, at)), does: line.slice(at + 1).trim() }
  })
  return controls.length <= LIMITS.controls && controls.every(({ keys, does }) => keys.length && does) ? controls : null
}

export const GAME_DONE = {
  saved: 'Saved. All pages show it now',
  reset: 'The feed’s value is used again',
  published: 'Published. It is in all lists again',
  hidden: 'Hidden. It is in no list, and its address shows a not-found page',
  deleted: 'Deleted. No import brings it back',
} as const

/** Link to a game's page in the console. */
export function managedGameHref(id: number): string {
  return href('/admin/games/:id', { id: String(id) })
}
