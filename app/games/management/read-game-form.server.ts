import { CATEGORIES } from '../catalogue/category-rules.ts'
import { gameAddress, pictureAddress } from '../import/game-address.ts'
import { PROVIDERS } from '../import/providers.server.ts'
import { cleanTags } from '../import/tags.ts'
import type { ManagedGame } from './managed-game.server.ts'
import { controlsIn, type GameFields, type GameForm, LIMITS, listIn, unknownCategories } from './management-rules.ts'

type Errors = { [Field in keyof GameForm]?: string }

/**
 * Turns the edit form, read by `gameRules`, into fields to store, or into an error for each wrong field. Addresses must
 * be on a host of a provider, since pages allow frames and fetch pictures from no other; the current ones may stay.
 */
export function readGameForm(form: GameForm, current: ManagedGame): { fields: GameFields } | { errors: Errors } {
  const errors: Errors = {}
  const unknown = unknownCategories(form.categories)
  if (unknown.length) errors.categories = `There is no category “${unknown[0]}”`
  else if (!listIn(form.categories).length) errors.categories = 'Choose at least one category'
  const tags = cleanTags(listIn(form.tags))
  if (tags.length < listIn(form.tags).length && tags.length >= LIMITS.tags)
    errors.tags = `A game has at most ${LIMITS.tags} tags`
  const controls = controlsIn(form.controls)
  if (!controls) errors.controls = 'Write one control per line, such as “W, ↑: jump”'
  if (Boolean(form.width) !== Boolean(form.height))
    errors[form.width ? 'height' : 'width'] = 'Enter both sides, or none'
  const url = addressOf(form.url, current, errors)
  const image = pictureOf(form.imageUrl, current, errors)
  if (Object.keys(errors).length) return { errors }
  const known: readonly string[] = CATEGORIES
  return {
    fields: {
      title: form.title,
      description: form.description,
      how_to_play: form.howToPlay,
      categories: listIn(form.categories).filter((name) => known.includes(name)),
      tags,
      image_url: image,
      width: form.width ? Number(form.width) : null,
      height: form.height ? Number(form.height) : null,
      plays_on_phones: form.phones ? form.phones === 'yes' : null,
      url,
      controls: controls?.length ? controls : null,
      age_rating: form.ageRating || null,
      seo_title: form.seoTitle || null,
      seo_description: form.seoDescription || null,
      is_featured: form.featured !== '',
      is_original: form.original !== '',
    },
  }
}

function addressOf(text: string, current: ManagedGame, errors: Errors): string | null {
  if (text === (current.url ?? '')) return current.url
  const checked = gameAddress(text, { hosts: PROVIDERS.flatMap(({ gameHosts }) => gameHosts) })
  if ('url' in checked) return checked.url
  errors.url = `This cannot be framed: ${checked.reason}`
  return null
}

function pictureOf(text: string, current: ManagedGame, errors: Errors): string | null {
  if (!text || text === current.image_url || text === current.overrides.image_url) return text || null
  const url = pictureAddress(text, { hosts: PROVIDERS.flatMap(({ pictureHosts }) => pictureHosts) })
  if (!url) errors.imageUrl = 'A picture must be an https address on a host of a provider'
  return url
}
