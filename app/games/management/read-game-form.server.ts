import { gameAddress } from '../import/game-address.ts'
import { approvedGameHosts } from '../feeds/providers/frame-hosts.server.ts'
import { cleanTags } from '../import/tags.ts'
import { isUploadedFor } from './edit/game-picture.server.ts'
import type { ManagedGame } from './managed-game.server.ts'
import { type GameFields, isSelfHosted, LIMITS } from './management-rules.ts'
import { controlsIn, type GameForm, listIn, unknownCategories } from './edit/edit-rules.ts'

type Errors = { [Field in keyof GameForm]?: string }

/**
 * Turns the edit form, read by `gameRules`, into fields to store, or into an error for each wrong field. A play URL
 * must be on a host of a provider, since pages allow frames from no other; the current one may stay.
 */
export function readGameForm(form: GameForm, current: ManagedGame): { fields: GameFields } | { errors: Errors } {
  const errors: Errors = {}
  const unknown = unknownCategories(form.categories).filter((name) => !current.categories.includes(name))
  if (unknown.length) errors.categories = `There is no category “${unknown[0]}”`
  else if (!listIn(form.categories).length) errors.categories = 'Choose at least one category'
  const tags = tagsOf(form.tags, current, errors)
  const controls = controlsIn(form.controls)
  if (!controls) errors.controls = `Write one control per line, such as “W, ↑: jump”, at most ${LIMITS.controls} lines`
  if (Boolean(form.width) !== Boolean(form.height))
    errors[form.width ? 'height' : 'width'] = 'Enter both sides, or neither'
  const url = addressOf(form.url, current, errors)
  const image = pictureOf(form.imageUrl, current, errors)
  if (Object.keys(errors).length) return { errors }
  return {
    fields: {
      title: form.title,
      description: form.description,
      how_to_play: form.howToPlay,
      categories: listIn(form.categories),
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

/** Tags as imports clean them. One that an import would drop is an error, unless the game has it already. */
function tagsOf(text: string, current: ManagedGame, errors: Errors): string[] {
  const byName = new Map<string, string>()
  for (const typed of listIn(text)) {
    const [tag] = current.tags.includes(typed) ? [typed] : cleanTags([typed])
    if (!tag) errors.tags ??= `“${typed}” cannot be a tag: it is too long, or advertises instead of describing the game`
    else if (!byName.has(tag.toLowerCase())) byName.set(tag.toLowerCase(), tag)
  }
  if (byName.size > LIMITS.tags) errors.tags ??= `A game has at most ${LIMITS.tags} tags`
  return [...byName.values()]
}

function addressOf(text: string, current: ManagedGame, errors: Errors): string | null {
  if (isSelfHosted(current) || text === (current.url ?? '')) return current.url
  const checked = gameAddress(text, { hosts: approvedGameHosts() })
  if ('url' in checked) return checked.url
  errors.url = `This cannot be framed: ${checked.reason}`
  return null
}

/** The current picture, the feed's, an uploaded one, or none. */
function pictureOf(text: string, current: ManagedGame, errors: Errors): string | null {
  if (!text || text === current.image_url || text === current.overrides.image_url) return text || null
  if (isUploadedFor(current.id, text)) return text
  errors.imageUrl = 'Choose one of these pictures, or upload one'
  return null
}
