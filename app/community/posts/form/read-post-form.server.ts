import { AVATAR_MESSAGES } from '../../../accounts/profile/profile-rules.ts'
import { readForm } from '../../../forms/read-form.ts'
import { countAttempt, countAttemptOf, waitFor } from '../../../server/http/count-attempts.server.ts'
import { limit } from '../../../server/http/rate-limit.server.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { PICTURE_STATUS, PictureRefused } from '../../../server/files/uploaded-picture.server.ts'
import type { PostValues } from './create-post.server.ts'
import { findPostGame } from './find-post-game.server.ts'
import { discardMedia, findMedia, type Media, storeMedia } from '../post-media.server.ts'
import { POST_FORM_BYTES, POST_FORM_MESSAGES, type PostForm, postFormRules } from './post-form-rules.ts'
import { MEDIA_BYTES } from '../../post-rules.ts'

type Refuse = ReturnType<typeof readForm<typeof postFormRules.shape>>['refuse']
type Found = { values: PostValues; refuse: Refuse } | { values: null; refusal: ReturnType<Refuse> }

/**
 * Reads a signed-in player's post form, finds its game and picture, and stores an upload. Returns the values, or the
 * response with the errors. `has` is the post's current picture. `refuseNow` is called once the texts are valid, before
 * a picture is processed; it returns the message of a 429, or null.
 */
export async function readPostForm(
  request: Request,
  playerId: string,
  { has = null, refuseNow }: { has?: Media | null; refuseNow?: () => Promise<string | null> } = {},
): Promise<Found> {
  const form = await formOf(request, MEDIA_BYTES + POST_FORM_BYTES).catch((thrown: unknown) => {
    if (thrown instanceof Response && thrown.status === 413) return null
    throw thrown
  })
  const { values, errors, refuse } = readForm(postFormRules, form ?? new FormData())
  if (!form) return { values: null, refusal: refuse({ media: POST_FORM_MESSAGES.mediaLarge }, 413) }
  if (errors) return { values: null, refusal: refuse(errors) }
  const game = values.game ? await findPostGame(values.game) : null
  if (values.game && !game) return { values: null, refusal: refuse({ game: POST_FORM_MESSAGES.game }) }
  const sentence = await refuseNow?.()
  if (sentence) return { values: null, refusal: refuse({ form: sentence }, 429) }
  if (values.media) {
    await limit('uploads', request)
    await limit('uploadsOfDay', request)
  }
  try {
    const media = await mediaOf(values, playerId, has)
    if (values.mediaUrl && !media) return { values: null, refusal: refuse({ mediaUrl: POST_FORM_MESSAGES.mediaUrl }) }
    return { values: { ...textsOf(values), gameId: game?.id ?? null, media }, refuse }
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    const { fault } = error
    const message = fault === 'large' ? POST_FORM_MESSAGES.mediaLarge : AVATAR_MESSAGES[fault]
    return { values: null, refusal: refuse({ media: message }, PICTURE_STATUS[fault]) }
  }
}

/** Runs `write` and deletes the picture that was stored for it if the result is falsy or it throws. */
export async function withMedia<T>(playerId: string, { media }: PostValues, write: () => Promise<T>): Promise<T> {
  let written: T | null = null
  try {
    return (written = await write())
  } finally {
    // If the database is down as well, the job from `storeFile` removes the file.
    if (!written && media) await discardMedia(playerId, media.mediaUrl).catch(() => {})
  }
}

/** Returns the seconds until a player may post. Call it before processing a picture, which has a separate limit. */
export function waitForPost(playerId: string): Promise<number> {
  return waitFor('post', playerId)
}

/**
 * Counts a post before it is written, for its player and its address, on all nodes together
 * (docs/product.md#posting-limits). Posts rejected for their content are not counted, nor for the address those beyond
 * the player's limit. Returns 0, or the seconds until the next one is allowed.
 */
export async function countPost(request: Request, playerId: string): Promise<number> {
  return (await countAttemptOf('post', playerId)) || (await countAttempt('post', request))
}

async function mediaOf({ media, mediaUrl }: PostForm, playerId: string, has: Media | null): Promise<Media | null> {
  if (media) return storeMedia(playerId, await media.bytes())
  if (!mediaUrl) return null
  return mediaUrl === has?.mediaUrl ? has : findMedia(playerId, mediaUrl)
}

function textsOf({ type, title, content, tags, redirectUrl, redirectTitle }: PostForm) {
  return { type, title, content, tags, redirectUrl, redirectTitle }
}
