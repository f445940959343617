import { z } from 'zod/mini'
import { mayFit, plainLine, plainText } from '../../../lib/plain-text.ts'
import { countLetters, formatCount, limitedLength } from '../../../lib/text.ts'
import {
  CONTENT_MAX,
  CONTENT_MIN,
  MEDIA_BYTES,
  POST_TYPES,
  REDIRECT_TITLE_MAX,
  REDIRECT_URL_MAX,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
} from '../../post-rules.ts'

/** Rules and messages of the post form (docs/product.md#posts). For forms and actions. */
export const POST_FORM_MESSAGES = {
  contentMissing: 'Content is required',
  contentShort: `Content must be at least ${CONTENT_MIN} characters`,
  contentLong: `Content must be less than ${CONTENT_MAX} characters`,
  titleLong: `Title must be less than ${TITLE_MAX} characters`,
  type: 'Please choose the type of post',
  url: 'Please enter a valid URL starting with http:// or https://',
  urlLong: `URL must be at most ${formatCount(REDIRECT_URL_MAX)} characters`,
  redirectTitleLong: `Link title must be less than ${REDIRECT_TITLE_MAX} characters`,
  tagLong: `A tag must be at most ${TAG_MAX} characters`,
  tagsMany: `You can add up to ${TAGS_MAX} tags`,
  tagTwice: 'You have already added this tag',
  game: 'No game with that name was found',
  mediaLarge: 'That picture is larger than 5 MB. Please choose a smaller one.',
  mediaUrl: 'Please enter the address of a picture on this site, or upload one',
  visitor: 'You must be logged in to create a post',
  busy: 'Creating Post...',
  doneTitle: 'Success!',
  created: 'Your post has been created successfully.',
  pendingTitle: 'Waiting for review',
  pending: 'Your post is waiting for review. Others will see it once it is approved.',
  failedTitle: 'Error',
  failed: 'Failed to create post',
  noResult: 'Failed to create post - no result returned',
  changed: 'Your post has been changed.',
  changeFailed: 'Failed to change post',
} as const

/** Limit for the form body without its picture. */
export const POST_FORM_BYTES = 64 * 1024

/** The longest title or slug of a game. */
const GAME_MAX = 200

const MESSAGES = POST_FORM_MESSAGES

/** An optional line of text; empty by default. `fits` is the message if it is longer than `max`. */
const line = (max: number, fits: string) =>
  z._default(
    z.string().check(
      z.refine((text) => mayFit(text, max), { error: fits, abort: true }),
      z.overwrite(plainLine),
      z.refine((text) => limitedLength(text) <= max, fits),
    ),
    '',
  )

/** Splits a text at commas and line breaks into tags, without duplicates (ignoring case). */
export function tagsIn(text: string): string[] {
  const tags = new Map<string, string>()
  for (const tag of text.split(/[,\n]/).map(plainLine)) {
    const key = tag.toLowerCase()
    if (tag && !tags.has(key)) tags.set(key, tag)
  }
  return [...tags.values()]
}

/** Room for the tags and their separators. */
const TAGS_TEXT_MAX = TAGS_MAX * (TAG_MAX + 2)

const tags = z.pipe(
  z._default(z.string().check(z.refine((text) => mayFit(text, TAGS_TEXT_MAX), MESSAGES.tagLong)), ''),
  z.pipe(
    z.transform(tagsIn),
    z
      .array(z.string().check(z.refine((tag) => limitedLength(tag) <= TAG_MAX, MESSAGES.tagLong)))
      .check(z.maxLength(TAGS_MAX, MESSAGES.tagsMany)),
  ),
)

/** Returns the link as it is stored, or null if the text is not an http(s) URL without credentials. */
export function linkOf(text: string): string | null {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url && !url.username && !url.password ? url.href : null
}

const link = z.pipe(
  z._default(
    z.string().check(
      z.refine((text) => mayFit(text, REDIRECT_URL_MAX), { error: MESSAGES.urlLong, abort: true }),
      z.overwrite(plainLine),
      z.refine((text) => text.length <= REDIRECT_URL_MAX, { error: MESSAGES.urlLong, abort: true }),
      z.refine((text) => text === '' || linkOf(text) !== null, { error: MESSAGES.url, abort: true }),
      z.refine((text) => (linkOf(text)?.length ?? 0) <= REDIRECT_URL_MAX, MESSAGES.urlLong),
    ),
    '',
  ),
  z.transform((text: string) => linkOf(text)),
)

const picture = z.optional(
  z.pipe(
    z.union([z.instanceof(File), z.string()]),
    z.pipe(
      // Browsers send an empty file if none was chosen.
      z.transform((sent: File | string) => (sent instanceof File && sent.size > 0 ? sent : null)),
      z.nullable(z.instanceof(File).check(z.refine(({ size }) => size <= MEDIA_BYTES, MESSAGES.mediaLarge))),
    ),
  ),
)

export const postFormRules = z.object({
  type: z.enum(POST_TYPES, MESSAGES.type),
  title: line(TITLE_MAX, MESSAGES.titleLong),
  content: z.string(MESSAGES.contentMissing).check(
    z.refine((text) => mayFit(text, CONTENT_MAX), { error: MESSAGES.contentLong, abort: true }),
    z.overwrite(plainText),
    z.minLength(1, { error: MESSAGES.contentMissing, abort: true }),
    z.refine((text) => countLetters(text) >= CONTENT_MIN, { error: MESSAGES.contentShort, abort: true }),
    z.refine((text) => limitedLength(text) <= CONTENT_MAX, MESSAGES.contentLong),
  ),
  tags,
  redirectUrl: link,
  redirectTitle: line(REDIRECT_TITLE_MAX, MESSAGES.redirectTitleLong),
  /** The title or slug of a game; empty for none. */
  game: line(GAME_MAX, MESSAGES.game),
  media: picture,
  /** The address of a picture on this site; empty for none. An uploaded picture takes precedence. */
  mediaUrl: line(REDIRECT_URL_MAX, MESSAGES.mediaUrl),
})

export type PostForm = z.output<typeof postFormRules>
