import { z } from 'zod/mini'
import type { AgeRating, Control, GameStatus } from '../../../db/schema/games.server.ts'
import { plainText } from '../../../lib/plain-text.ts'
import { lengthOf } from '../../../lib/text.ts'
import { bounded, lineRule, numberRule } from '../../../lib/text-rules.ts'
import { listCategories } from '../../arrangement/known-categories.ts'
import {
  AGE_LABELS,
  type EditedField,
  type EditedFields,
  FEED_FIELDS,
  LIMITS,
  STATUS_LABELS,
} from '../management-rules.ts'

/** The forms on the page of a game in the console, and how its fields are shown in them. */

/** A character can take twelve bytes URL-encoded. */
export const GAME_BYTES = 12 * (LIMITS.description + 2 * LIMITS.howToPlay + 4 * LIMITS.url) + 16_384

function textRule(name: string, most: number) {
  const long = `${name} must be at most ${most} characters`
  return z._default(
    z.string(`${name} must be text`).check(
      bounded(most, long),
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

/** Text that the page writes into a hidden field; the browser must not change it. */
const hiddenText = z._default(z.string(), '')

/** The edit form: every field as text, as a browser sends it. `readGameForm` turns it into GameFields. */
export const gameRules = z.object({
  /** The id of the newest act on the game when the form was loaded. */
  seen: numberRule,
  /** The versions of all fields when the form was loaded (field-versions.server.ts). */
  base: hiddenText,
  /** After a conflict: the fields of which one version must be chosen, separated by commas. */
  unsettled: hiddenText,
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
  /** An address or path; empty for a drawn poster. A file in `picture` replaces it. */
  imageUrl: optionalLine('Picture', LIMITS.url),
  /** A file, which the action reads. */
  picture: z._default(z.unknown(), ''),
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

/** The form name of each field. */
export const FORM_NAMES = {
  title: 'title',
  slug: 'slug',
  description: 'description',
  how_to_play: 'howToPlay',
  categories: 'categories',
  tags: 'tags',
  image_url: 'imageUrl',
  width: 'width',
  height: 'height',
  plays_on_phones: 'phones',
  url: 'url',
  controls: 'controls',
  age_rating: 'ageRating',
  seo_title: 'seoTitle',
  seo_description: 'seoDescription',
  is_featured: 'featured',
  is_original: 'original',
} as const satisfies Record<EditedField, keyof GameForm>

export const EDITED_FIELDS = Object.keys(FORM_NAMES) as EditedField[]

const reasonRule = lineRule('Reason', LIMITS.reason)
/** The status that the operator saw. */
const fromRule = z.enum(Object.keys(STATUS_LABELS) as GameStatus[], 'This form is out of date. Reload the page')

/** Publishes or deletes a game; a reason is optional. */
export const statusRules = z.object({ from: fromRule, reason: z._default(reasonRule, '') })

export const hideRules = z.object({
  from: fromRule,
  reason: reasonRule.check(z.minLength(1, 'Give a reason. Only operators see it')),
})

/** Makes a field follow the feed again; `base` as in the edit form. */
export const resetRules = z.object({ base: hiddenText, field: z.enum(FEED_FIELDS, 'This field doesn’t exist') })

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
  const known = new Set(listCategories().map((category) => category.name))
  return listIn(text).filter((name) => !known.has(name))
}

/** Controls as the form shows them, one per line: `W, ↑: jump`. */
function controlsText(controls: Control[] | null): string {
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

/** The fields as the edit form shows them: text, and '' for none. */
export function formTextOf(game: EditedFields): Record<(typeof FORM_NAMES)[EditedField], string> {
  return {
    title: game.title,
    slug: game.slug,
    description: game.description,
    howToPlay: game.how_to_play,
    categories: game.categories.join(', '),
    tags: game.tags.join(', '),
    imageUrl: game.image_url ?? '',
    width: String(game.width ?? ''),
    height: String(game.height ?? ''),
    phones: game.plays_on_phones === null ? '' : game.plays_on_phones ? 'yes' : 'no',
    url: game.url ?? '',
    controls: controlsText(game.controls),
    ageRating: game.age_rating ?? '',
    seoTitle: game.seo_title ?? '',
    seoDescription: game.seo_description ?? '',
    featured: game.is_featured ? 'on' : '',
    original: game.is_original ? 'on' : '',
  }
}

/** A field's value in words, such as the feed's value or another operator's; '' for no text. */
export function describeField<Field extends EditedField>(field: Field, value: EditedFields[Field]): string {
  const text = formTextOf({ ...NO_FIELDS, [field]: value })[FORM_NAMES[field]]
  switch (field) {
    case 'plays_on_phones':
      return text === 'yes' ? 'Yes' : text === 'no' ? 'No' : 'Unknown'
    case 'is_featured':
    case 'is_original':
      return text ? 'Yes' : 'No'
    case 'age_rating':
      return value ? AGE_LABELS[value as AgeRating] : 'Not rated'
    case 'image_url':
      return text.startsWith('/files/') ? 'Uploaded picture' : text || 'No picture'
    default:
      return text
  }
}

const NO_FIELDS: EditedFields = {
  title: '', slug: '', description: '', how_to_play: '', categories: [], tags: [], image_url: null, width: null,
  height: null, plays_on_phones: null, url: null, controls: null, age_rating: null, seo_title: null,
  seo_description: null, is_featured: false, is_original: false,
} // prettier-ignore

export const SLUG_FIXED =
  'The address of a game that this portal serves cannot change: players’ browsers store their progress under it'

/** What is wrong with an uploaded picture (uploaded-picture.server.ts). */
export const PICTURE_FAULTS = {
  missing: 'Please choose a picture',
  large: 'The picture is larger than 10 MB',
  pixels: 'The picture has more than 40 million pixels',
  type: 'Please choose a JPEG, PNG, WebP or GIF',
  broken: 'The picture is damaged',
  busy: 'Many pictures are being uploaded right now. Please try again in a moment',
  down: 'Pictures cannot be stored right now. Please try again later',
} as const
