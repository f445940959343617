import { escapeAttribute } from 'entities/escape'
import { nearestWord } from '../lib/nearest-word.ts'
import { bounded, lineRule, numberRule } from '../lib/text-rules.ts'
import { z } from 'zod/mini'
import { formatCount, lengthOf } from '../lib/text.ts'
import type { MarkupFormat } from '../markup/markup.server.ts'

/** The author shown for a post without an author. */
export const DEFAULT_AUTHOR = 'Admin'

export const POSTS_ON_PAGE = 12

export const POSTS_IN_FEED = 20

/** Maximum characters of a post's source: about thirty thousand words. */
export const SOURCE_LENGTH = 200_000

const TAGS = 10
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const SLUG_LENGTH = 80

/** Whether a text is a valid slug: lowercase letters, digits and single hyphens, up to the maximum length. */
export function isBlogSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH && SLUG.test(text)
}

const optional = (name: string, most: number) => z._default(lineRule(name, most), '')

/**
 * The front matter of a post (docs/product.md#publishing-files). If the slug is missing, it is derived from the title.
 */
export const blogFields = z.strictObject(
  {
    title: z._default(lineRule('The title', 200), '').check(z.minLength(1, 'The title is missing')),
    slug: z.optional(
      z
        .string('The slug must be text')
        .check(
          z.refine(isBlogSlug, `The slug must be lowercase letters, digits and single hyphens, at most ${SLUG_LENGTH}`),
        ),
    ),
    featured_image: optional('The featured_image', 300),
    meta_title: optional('The meta_title', 200),
    meta_description: optional('The meta_description', 400),
    author: optional('The author', 80),
    category: optional('The category', 40),
    tags: z._default(
      z
        .array(lineRule('A tag', 30), 'The tags must be a list')
        .check(z.maxLength(TAGS, `There can be at most ${TAGS} tags`)),
      [],
    ),
    draft: z._default(z.enum(['true', 'false'], 'The draft must be true or false'), 'false'),
    date: z.optional(
      z
        .string('The date must be text')
        .check(
          z.refine((text) => dateOf(text) !== null, 'The date must be a day like 2026-11-22, or 2026-11-22T18:30Z'),
        ),
    ),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownField(issue.keys[0] ?? '') : undefined) },
)

/** Returns the error message for an unknown field, with the most similar known field. */
function unknownField(key: string): string {
  return `There is no field "${key}"; did you mean "${nearestWord(key, Object.keys(blogFields.shape))}"?`
}

export type BlogFields = z.infer<typeof blogFields>

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/**
 * Parses a date (as midnight UTC) or a date with a time (in UTC unless it has a zone). Returns null if the text is
 * neither.
 */
export function dateOf(text: string): Date | null {
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? []
  if (!day) return null
  // Reject dates such as February 30, which JavaScript would parse as a day in March.
  if (!isDay(day)) return null
  const moment = new Date(`${day}T${time}${zone}`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

function isDay(day: string): boolean {
  const start = new Date(`${day}T00:00Z`)
  return day > '1900' && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}

/** Fields, rules and messages of drafts, shared by forms and actions (docs/product.md#drafts). */

/** A draft's fields as typed. Only the length of each field is validated. Tags are separated by commas. */
export type DraftFields = {
  title: string
  slug: string
  featuredImage: string
  metaTitle: string
  metaDescription: string
  author: string
  category: string
  tags: string
  source: string
}

export const NEW_DRAFT: DraftFields = {
  title: '',
  slug: '',
  featuredImage: '',
  metaTitle: '',
  metaDescription: '',
  author: '',
  category: '',
  tags: '',
  source: '',
}

/** Maximum size of a draft's request: four bytes per character of the text, plus the other fields. */
export const DRAFT_BYTES = 1_000_000

/** How many characters of a title and a description search engines show before they truncate it. */
export const META_TITLE_SHOWN = 60
export const META_DESCRIPTION_SHOWN = 160

export const DRAFT_MESSAGES = {
  saved: 'The draft is saved',
  published: 'Published. Everyone can see it',
  scheduled: 'Scheduled. It will be published on',
  unpublished: 'Unpublished. It is a draft again',
  restored: 'That version is now the draft',
  deleted: 'The post is deleted',
  gone: 'The post was deleted. What you typed is still here: copy it before you leave',
  stale: 'The post was saved elsewhere since. Reload to see that text, or save again to overwrite it',
  slugTaken: 'Another post has this slug',
  noText: 'The text is empty',
  noPast: 'This time has passed. To publish now, choose "Now"',
  noTime: 'Choose a day and a time, in UTC',
  alreadyPublic: 'The post is already public, so its changes can only be published now',
} as const

const line = (name: string, most: number) => {
  const long = `${name} must be at most ${formatCount(most)} characters`
  return z._default(
    z.string(`${name} must be text`).check(
      bounded(most, long),
      z.overwrite(withoutControls),
      z.refine((text) => lengthOf(text) <= most, long),
    ),
    '',
  )
}

const longText = `The text must be at most ${SOURCE_LENGTH.toLocaleString('en')} characters`

export const draftRules = z.object({
  /** The version that the editor loaded; 0 for a draft that has not been saved yet. */
  revision: numberRule,
  title: line('The title', 300),
  slug: line('The slug', 300),
  featuredImage: line('The featured picture', 300),
  metaTitle: line('The meta title', 300),
  metaDescription: line('The meta description', 600),
  author: line('The author', 120),
  category: line('The category', 120),
  tags: line('The tags', 600),
  source: z._default(
    z.string('The text must be text').check(
      bounded(SOURCE_LENGTH, longText),
      z.overwrite(withoutControls),
      z.refine((text) => lengthOf(text) <= SOURCE_LENGTH, longText),
    ),
    '',
  ),
})

/** Rules for the publication time: now, or a time in UTC. `publicFields` checks the other fields. */
export const publicationRules = z
  .extend(draftRules, {
    when: z._default(z.enum(['now', 'at'], 'Choose when'), 'now'),
    day: z._default(z.string(), ''),
    time: z._default(z.string(), ''),
  })
  .check(
    z.refine(({ when, day, time }) => when === 'now' || momentOf(day, time) !== null, {
      error: DRAFT_MESSAGES.noTime,
      path: ['day'],
    }),
    z.refine(({ when, day, time }) => when === 'now' || (momentOf(day, time)?.getTime() ?? Infinity) > Date.now(), {
      error: DRAFT_MESSAGES.noPast,
      path: ['day'],
    }),
  )

/** Parses the values of a form's date and time fields as UTC. Returns null if they are invalid. */
export function momentOf(day: string, time: string): Date | null {
  return /^\d\d:\d\d(?::\d\d)?$/.test(time) ? dateOf(`${day}T${time}Z`) : null
}

/** Maps each field of `blogFields` to its form field. */
const FIELDS = new Map<PropertyKey | undefined, keyof DraftFields>([
  ['featured_image', 'featuredImage'],
  ['meta_title', 'metaTitle'],
  ['meta_description', 'metaDescription'],
  ['slug', 'slug'],
  ['author', 'author'],
  ['category', 'category'],
  ['tags', 'tags'],
])

type PublicFields = z.infer<typeof blogFields>

/** Parses a draft's fields by the rules of `blog publish`. Returns the public fields, or messages by form field. */
export function publicFields(
  draft: DraftFields,
): { fields: PublicFields; errors: null } | { fields: null; errors: { [Name in keyof DraftFields]?: string } } {
  const { data, error } = blogFields.safeParse({
    title: draft.title,
    slug: draft.slug.trim() || undefined,
    featured_image: draft.featuredImage,
    meta_title: draft.metaTitle,
    meta_description: draft.metaDescription,
    author: draft.author,
    category: draft.category,
    tags: draft.tags
      .split(',')
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter(Boolean),
  })
  if (data) return { fields: data, errors: null }
  const errors: { [Name in keyof DraftFields]?: string } = {}
  for (const { path, message } of error.issues) errors[FIELDS.get(path[0]) ?? 'title'] ??= message
  return { fields: null, errors }
}

/** Returns the Markdown or HTML of a picture. */
export function pictureMarkup(format: MarkupFormat, src: string, alt: string): string {
  const words = withoutControls(alt).replace(/\s+/g, ' ').trim()
  if (format === 'markdown') return `![${words.replace(/[[\]\\]/g, '\\$&')}](${src})`
  return `<img src="${src}" alt="${escapeAttribute(words)}">`
}

/** Removes control characters: PostgreSQL rejects NUL, and the others are invisible. */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
}
