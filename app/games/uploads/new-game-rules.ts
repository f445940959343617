import { z } from 'zod/mini'
import type { Control } from '../../db/schema/games.server.ts'
import { lineRule, numberRule } from '../../lib/text-rules.ts'
import { controlsIn, gameRules, listIn, unknownCategories } from '../management/edit/edit-rules.ts'
import { LIMITS } from '../management/management-rules.ts'
import { ARCHIVE_LIMITS } from './archive/archive-rules.ts'

/** The forms that add a self-hosted game, a game by URL, or a version of a game (docs/product.md#own-games). */

const { title, description, howToPlay, categories, width, height, phones, controls } = gameRules.shape

const about = { title, description, howToPlay, categories, width, height, phones, controls }

/** A game from a zip. The zip is not included, because the server reads it while it arrives. */
export const zipGameRules = z.object(about)

/** A game by URL. `approve` is set if the operator approves its host. */
export const urlGameRules = z.object({
  ...about,
  url: z._default(lineRule('URL', LIMITS.url), '').check(z.minLength(1, 'Enter the URL of the game')),
  approve: z._default(z.string(), ''),
})

export type AboutGame = z.output<typeof zipGameRules>

const zipRule = z
  .custom<File>((file) => file instanceof File && file.size > 0, 'Choose a zip')
  .check(
    z.refine((file) => file.size <= ARCHIVE_LIMITS.bytes, `The zip is larger than ${ARCHIVE_LIMITS.bytes >> 20} MB`),
  )

/** The same form with the zip, for validation in the browser. */
export const newZipRules = z.object({ zip: zipRule, ...about })

const draft = z._default(z.enum(['', 'on']), '')

/** A new version of a game. */
export const versionRules = z.object({ draft })
export const newVersionRules = z.object({ zip: zipRule, draft })

/** Makes a version current, or deletes one. */
export const versionIdRules = z.object({ id: numberRule })

/** The stored data of a new game. */
export type NewGame = {
  title: string
  description: string
  howToPlay: string
  categories: string[]
  controls: Control[] | null
  width: number | null
  height: number | null
  playsOnPhones: boolean | null
}

type Errors = { [Field in keyof AboutGame]?: string }

/** Converts a form to stored data, or to an error for each invalid field. */
export function readNewGame(form: AboutGame): { game: NewGame } | { errors: Errors } {
  const errors: Errors = {}
  const chosen = listIn(form.categories)
  const [unknown] = unknownCategories(form.categories)
  if (unknown !== undefined) errors.categories = `There is no category “${unknown}”`
  else if (!chosen.length) errors.categories = 'Choose at least one category'
  const keys = controlsIn(form.controls)
  if (!keys) errors.controls = `Write one control per line, such as “W, ↑: jump”, at most ${LIMITS.controls} lines`
  if (Boolean(form.width) !== Boolean(form.height))
    errors[form.width ? 'height' : 'width'] = 'Enter both sides, or neither'
  if (Object.keys(errors).length) return { errors }
  return {
    game: {
      title: form.title,
      description: form.description,
      howToPlay: form.howToPlay,
      categories: chosen,
      controls: keys?.length ? keys : null,
      width: form.width ? Number(form.width) : null,
      height: form.height ? Number(form.height) : null,
      playsOnPhones: form.phones ? form.phones === 'yes' : null,
    },
  }
}
