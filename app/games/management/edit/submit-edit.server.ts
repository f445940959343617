import { data } from 'react-router'
import { isQueryGivenUp } from '../../../db/database-outage.server.ts'
import { PUBLIC_STATUSES } from '../../../db/schema/games.server.ts'
import { fieldText, type FormErrors, readForm, type Refusal } from '../../../forms/read-form.ts'
import { formatMoment } from '../../../lib/dates.ts'
import { PICTURE_STATUS, PictureRefused } from '../../../server/files/uploaded-picture.server.ts'
import { limit } from '../../../server/http/rate-limit.server.ts'
import { formDone, notFound } from '../../../server/http/responses.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { findManagedGame, type ManagedGame } from '../managed-game.server.ts'
import { GAME_DONE } from '../management-rules.ts'
import { EDITED_FIELDS, type GameForm, gameRules, PICTURE_FAULTS, SLUG_FIXED } from './edit-rules.ts'
import { readGameForm } from '../read-game-form.server.ts'
import { type EditConflict, saveGame } from '../save-game.server.ts'
import { versionsIn } from './field-versions.server.ts'
import { isUploadedFor, storeGamePicture } from './game-picture.server.ts'
import { NO_MANAGED_GAME } from './load-game-editor.server.ts'
import type { Edit } from './merge-edit.server.ts'

type Submission = { request: Request; redirectTo: string; operator: Player; id: number; form: FormData }
type Name = keyof GameForm

/** The response to an edit form that is refused. Nothing of it is lost, not even an uploaded picture. */
export type EditRefusal = Refusal<Name> & {
  conflict?: EditConflict
  /** The path of the picture that came with this form or an earlier attempt, and is stored. */
  uploaded?: string
}

/** Saves the edit form of a game, and responds to it. A conflict is a 409 with both versions. */
export async function submitEdit({ request, redirectTo, operator, id, form }: Submission) {
  const game = await findManagedGame(id)
  if (!game) throw notFound(NO_MANAGED_GAME)
  const uploaded = await readPicture(request, form, id)
  if (uploaded.path) form.set('imageUrl', uploaded.path)
  const { values, errors, refuse } = readForm(gameRules, form)
  const imageUrl = fieldText(form, 'imageUrl')
  const isUploaded = isUploadedFor(id, imageUrl) && imageUrl !== game.image_url
  const refuseAll = (wrong: FormErrors<Name>, status = 400, conflict?: EditConflict) => {
    const { data: refusal } = refuse(wrong)
    return data<EditRefusal>(
      { ...refusal, ...(conflict && { conflict }), ...(isUploaded && { uploaded: imageUrl }) },
      status,
    )
  }
  if (uploaded.fault) return refuseAll({ picture: PICTURE_FAULTS[uploaded.fault] }, PICTURE_STATUS[uploaded.fault])
  if (errors) return refuseAll(errors)
  const base = versionsIn(values.base)
  if (!base) return refuseAll({ form: 'This form is out of date. Reload the page and send it again' })
  const read = readGameForm(values, game)
  if ('errors' in read) return refuseAll(read.errors)

  const edit = {
    fields: { ...read.fields, slug: values.slug || game.slug },
    base,
    seen: values.seen,
    unsettled: EDITED_FIELDS.filter((field) => values.unsettled.split(',').includes(field)),
    choices: choicesIn(form),
  }
  const result = await saveGame({ operator, id }, edit).catch((error: unknown) => {
    if (isQueryGivenUp(error)) return { outcome: 'busy' as const }
    throw error
  })
  switch (result.outcome) {
    case 'done':
      return formDone(request, redirectTo, isPublic(game) ? GAME_DONE.saved : GAME_DONE.savedUnlisted)
    case 'conflict':
      return refuseAll({ form: sentenceOf(result.conflict, operator) }, 409, result.conflict)
    case 'slug taken':
      return refuseAll({ slug: 'Another game has or had this address' })
    case 'slug fixed':
      return refuseAll({ slug: SLUG_FIXED })
    case 'busy':
      return refuseAll({ form: 'An import is running, so nothing was saved. Save again in a moment' }, 503)
    case 'gone':
      throw notFound(NO_MANAGED_GAME)
  }
}

function isPublic({ status, url }: Pick<ManagedGame, 'status' | 'url'>): boolean {
  return url !== null && PUBLIC_STATUSES.includes(status)
}

/** Stores the picture in a form, if it has one. */
async function readPicture(request: Request, form: FormData, id: number) {
  const picture = form.get('picture')
  if (!(picture instanceof File) || picture.size === 0) return { path: null, fault: null }
  await limit('uploads', request)
  await limit('uploadsOfDay', request)
  try {
    return { path: await storeGamePicture(id, await picture.bytes()), fault: null }
  } catch (error) {
    if (error instanceof PictureRefused) return { path: null, fault: error.fault }
    throw error
  }
}

function choicesIn(form: FormData): NonNullable<Edit['choices']> {
  return Object.fromEntries(
    EDITED_FIELDS.flatMap((field) => {
      const choice = fieldText(form, `version-${field}`)
      return choice === 'mine' || choice === 'theirs' ? [[field, choice]] : []
    }),
  )
}

function sentenceOf({ by }: EditConflict, operator: Player): string {
  const choose = 'Choose a version of each field, then save again'
  if (!by) return `This game changed after you opened it. ${choose}`
  const at = formatMoment(by.at)
  if (by.who === operator.username) return `You changed this game in another tab (${at}). ${choose}`
  return `${by.who} changed this game after you opened it (${at}). ${choose}`
}
