import { AVATAR_MESSAGES } from '../accounts/profile-rules.ts'
import { readForm } from '../forms/read-form.ts'
import { countAttempt, countAttemptOf, waitFor } from '../server/count-attempts.server.ts'
import { limit } from '../server/rate-limit.server.ts'
import { formOf } from '../server/request-body.server.ts'
import { PICTURE_STATUS, PictureRefused } from '../server/uploaded-picture.server.ts'
import type { PostValues } from './create-post.server.ts'
import { findPostGame } from './find-post-game.server.ts'
import { discardMedia, findMedia, type Media, storeMedia } from './post-media.server.ts'
import { POST_FORM_BYTES, POST_FORM_MESSAGES, type PostForm, postFormRules } from './post-form-rules.ts'
import { MEDIA_BYTES } from './post-rules.ts'

type Refuse = ReturnType<typeof readForm<typeof postFormRules.shape>>['refuse']
type Found = { values: PostValues; refuse: Refuse } | { values: null; refusal: ReturnType<Refuse> }

/**
 * Reads the form of a post, whose player is known, and finds its game and its picture; an upload is stored. Gives the values, or the
 * answer that says what is wrong. `has` is the picture that the post has now. `refuseNow` is asked once the texts are right, before a
 * picture is looked at: it gives the sentence of a 429, or null.
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
    const said = fault === 'large' ? POST_FORM_MESSAGES.mediaLarge : AVATAR_MESSAGES[fault]
    return { values: null, refusal: refuse({ media: said }, PICTURE_STATUS[fault]) }
  }
}

/** Does `write`, and removes the picture that was stored for it where it gives nothing, or throws. */
export async function withMedia<T>(playerId: string, { media }: PostValues, write: () => Promise<T>): Promise<T> {
  let written: T | null = null
  try {
    return (written = await write())
  } finally {
    // If the database is down as well, the job from `storeFile` removes the file.
    if (!written && media) await discardMedia(playerId, media.mediaUrl).catch(() => {})
  }
}

/** The seconds until a player may write a post, before a picture is worked on; that is limited by itself. */
export function waitForPost(playerId: string): Promise<number> {
  return waitFor('post', playerId)
}

/**
 * Counts a post that is about to be written, of its player and of the address that it comes from, whatever node it comes to
 * (docs/safety.md, Limits). What was refused for what it says is not counted,
 * nor for the address what the player's own limit refuses. Gives 0, or the seconds until the next one may be.
 */
export async function countPost(request: Request, playerId: string): Promise<number> {
  return (await countAttemptOf('post', playerId)) || (await countAttempt('post', request))
}

async function mediaOf({ media, mediaUrl }: PostForm, playerId: string, has: Media | null): Promise<Media | null> {
  if (media) return storeMedia(playerId, await media.bytes())
  if (!mediaUrl) return null
  return mediaUrl === has?.mediaUrl ? has : findMedia(mediaUrl)
}

function textsOf({ type, title, content, tags, redirectUrl, redirectTitle }: PostForm) {
  return { type, title, content, tags, redirectUrl, redirectTitle }
}
