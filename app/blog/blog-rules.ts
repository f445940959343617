import { z } from 'zod/mini'
import { nearestWord } from '../lib/nearest-word.ts'
import { lineRule } from '../lib/text-rules.ts'

/** Who wrote a post that names nobody. */
export const DEFAULT_AUTHOR = 'Admin'

/** Posts on a page of the list. */
export const POSTS_ON_PAGE = 12

/** Posts in a feed. */
export const POSTS_IN_FEED = 20

/** Characters of a post's source: some thirty thousand words. */
export const SOURCE_LENGTH = 200_000

const TAGS = 10
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const SLUG_LENGTH = 80

/** Whether a text can be a post's slug: small letters, digits and single hyphens. */
export function isBlogSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH && SLUG.test(text)
}

const optional = (name: string, most: number) => z._default(lineRule(name, most), '')

/** What is written above a post (docs/product.md, Blog), by the names that it has there; a slug that is left out is made of the title. */
export const blogFields = z.strictObject(
  {
    title: z._default(lineRule('The title', 200), '').check(z.minLength(1, 'The title is missing')),
    slug: z.optional(
      z
        .string('The slug must be text')
        .check(
          z.refine(isBlogSlug, `The slug must be small letters, digits and single hyphens, at most ${SLUG_LENGTH}`),
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

/** Names an unknown field and the known one that is nearest. */
function unknownField(key: string): string {
  return `There is no field "${key}"; did you mean "${nearestWord(key, Object.keys(blogFields.shape))}"?`
}

export type BlogFields = z.infer<typeof blogFields>

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** A day, which begins in UTC, or a moment, in UTC where it does not say; null where the text is none. */
export function dateOf(text: string): Date | null {
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? []
  if (!day) return null
  // There are days that would be one of the next month.
  if (!isDay(day)) return null
  const moment = new Date(`${day}T${time}${zone}`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

function isDay(day: string): boolean {
  const start = new Date(`${day}T00:00Z`)
  return day > '1900' && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}
