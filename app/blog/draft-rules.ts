import { z } from 'zod/mini'
import { bounded, numberRule } from '../lib/text-rules.ts'
import { lengthOf } from '../lib/text.ts'
import type { MarkupFormat } from '../server/markup.server.ts'
import { blogFields, dateOf, SOURCE_LENGTH } from './blog-rules.ts'

/** What an operator types of a post, and what is said of it (docs/product.md, Writing the blog). For forms and actions. */

/** What is typed of a post, as it was typed: a draft may be anything that is not too long. Tags have commas between them. */
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

/** Of a body with a draft: signs of four bytes each, and room for the rest. */
export const DRAFT_BYTES = 1_000_000

/** What search engines show of a title and a description: more is cut off there. */
export const META_TITLE_SHOWN = 60
export const META_DESCRIPTION_SHOWN = 160

export const DRAFT_MESSAGES = {
  saved: 'The draft is saved',
  published: 'Published. Everybody sees it',
  scheduled: 'Scheduled. It is shown from then on:',
  unpublished: 'Unpublished. It is a draft again',
  takenBack: 'The draft is that version again',
  deleted: 'The post is deleted',
  gone: 'The post was deleted. What you typed is still here: copy it before you leave',
  stale: 'Someone else has saved since. Reload to see their text, or save again to overwrite it',
  slugTaken: 'Another post has this slug',
  noText: 'The text is empty',
  noPast: 'This time has passed. To publish now, choose so',
  noTime: 'Choose a day and a time, in UTC',
} as const

const line = (name: string, most: number) => {
  const long = `${name} must be at most ${most} characters`
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

/** What a draft may be. */
export const draftRules = z.object({
  /** The version that a save begins from: 0 where there is none yet. */
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

/** The same as it is published: now, or at a time in UTC. What is wrong with its fields is found by `publicFields`. */
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

/** The moment of a day and a time of fields of the browser, in UTC; null where they are none. */
export function momentOf(day: string, time: string): Date | null {
  return /^\d\d:\d\d(?::\d\d)?$/.test(time) ? dateOf(`${day}T${time}Z`) : null
}

/** The field of the form that a field of `blogFields` stands for. */
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

/** A draft's fields as everybody may see them, or what is wrong with them: the rules are those of `blog publish`. */
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

/** A picture as a text of this format shows it. */
export function pictureMarkup(format: MarkupFormat, src: string, alt: string): string {
  const words = withoutControls(alt).replace(/\s+/g, ' ').trim()
  if (format === 'markdown') return `![${words.replace(/[[\]\\]/g, '\\$&')}](${src})`
  return `<img src="${src}" alt="${words.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`
}

/** The database takes no NUL, and nobody sees the others. */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
}
