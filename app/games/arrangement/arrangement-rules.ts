import { href } from 'react-router'
import { z } from 'zod/mini'
import { plainText } from '../../lib/plain-text.ts'
import { slugify } from '../../lib/slug.ts'
import { lengthOf } from '../../lib/text.ts'
import { bounded, lineRule, numberRule } from '../../lib/text-rules.ts'
import { cleanTags } from '../import/tags.ts'
import { synonymSlug } from './known-categories.ts'

/** Limits, forms and messages of categories, tags and collections (docs/product.md#categories). */

export const NAME_MAX = 40
export const COLLECTION_NAME_MAX = 60
export const TAG_MAX = 40
export const DESCRIPTION_MAX = 500
export const SLUG_MAX = 60
export const CATEGORIES_MAX = 200

const required = (name: string, most: number, error: string) =>
  lineRule(name, most).check(z.minLength(1, { error, abort: true }))

const LONG_DESCRIPTION = `Description must be at most ${DESCRIPTION_MAX} characters`

export const descriptionRule = z._default(
  z.string('Description must be text').check(
    bounded(DESCRIPTION_MAX, LONG_DESCRIPTION),
    z.overwrite(plainText),
    z.refine((text) => lengthOf(text) <= DESCRIPTION_MAX, LONG_DESCRIPTION),
  ),
  '',
)

// Cards receive the categories of a game as one text, separated by commas.
const categoryNameRule = required('Name', NAME_MAX, 'Enter a name').check(
  z.refine((name) => /[\p{L}\p{N}]/u.test(name), { error: 'A name needs a letter or a digit', abort: true }),
  z.refine((name) => !name.includes(','), 'A name must not contain commas'),
)

/** An optional slug. If it is empty, the portal derives one from the name. */
export const slugRule = z._default(
  lineRule('Address', SLUG_MAX).check(
    z.refine((text) => text === '' || slugify(text) === text, 'Use lowercase letters, digits and single hyphens'),
  ),
  '',
)

export const collectionNameRule = required('Name', COLLECTION_NAME_MAX, 'Enter a name').check(
  z.refine((name) => /[\p{L}\p{N}]/u.test(name), 'A name needs a letter or a digit'),
)

export const isOn = z.pipe(
  z._default(z.optional(z.string()), ''),
  z.transform((value) => value !== ''),
)

/** `seen` is the id of the newest audit log entry on the edited item when the operator loaded the page. */
const seen = { seen: numberRule }

export const newCategoryRules = z.object({ name: categoryNameRule, slug: slugRule })

export const categoryRules = z.object({
  ...seen,
  name: categoryNameRule,
  description: descriptionRule,
  inMenu: isOn,
  hidden: isOn,
})

/** A slug and a direction, as the buttons send them: `car:up`. */
const moveRule = z
  .string('Choose a direction')
  .check(z.regex(/^[a-z0-9-]{1,80}:(up|down)$/, 'Choose a direction from the list'))

/** Either `move`, which is one step, or `order`, which lists all slugs or ids separated by commas. */
export const orderRules = z.object({
  ...seen,
  move: z.optional(moveRule),
  order: z.optional(z.string().check(bounded(20_000, 'This order is too long'))),
})

/** A change that a form with these rules sends: one step of an entry, or the order of all entries. */
export type OrderChange = { move?: string | undefined; order?: string | undefined }

/** Returns the entries in their new order, or null if a name is unknown, repeated or missing. */
export function reordered(names: string[], { move, order }: OrderChange): string[] | null {
  if (order) {
    const next = order.split(',')
    return next.length === names.length &&
      new Set(next).size === names.length &&
      next.every((one) => names.includes(one))
      ? next
      : null
  }
  const [name = '', direction] = (move ?? '').split(':')
  const at = names.indexOf(name)
  if (at < 0) return null
  const to = direction === 'up' ? at - 1 : at + 1
  if (to < 0 || to >= names.length) return names
  return names.toSpliced(Math.min(at, to), 2, names[Math.max(at, to)]!, names[Math.min(at, to)]!)
}

const slugOfCategory = z.string('Choose a category').check(z.regex(/^[a-z0-9-]{1,80}$/, 'Choose a category'))

export const mergeRules = z.object({ ...seen, into: slugOfCategory })

/** `applies`: the synonym also applies to games that are already imported. */
export const synonymRules = z.object({
  word: required('Name', 100, 'Enter a name from a feed').check(
    z.refine((word) => synonymSlug(word) !== '', 'This name has no letters that can be compared'),
  ),
  category: slugOfCategory,
  applies: isOn,
})

export const synonymRemovalRules = z.object({ word: required('Name', 100, 'Choose a name') })

export const changeRules = z.object({ id: numberRule })

const NO_TAG = 'Imports remove this tag because it describes no game. Enter another tag'

const tagNameRule = required('Tag', TAG_MAX, 'Enter a tag').check(
  z.refine((tag) => !tag.includes(',') && cleanTags([tag]).length > 0, NO_TAG),
)

export const tagRules = z.object({
  ...seen,
  name: tagNameRule,
  description: descriptionRule,
  hidden: isOn,
})

export const tagMergeRules = z.object({ ...seen, into: tagNameRule })

export const ARRANGED = {
  saved: 'Saved',
  added: 'Category added',
  moved: 'Order saved',
  merged: 'Merged. The old address redirects',
  mapped: 'Mapped',
  applied: 'Mapped. The existing games will be updated',
  unmapped: 'Synonym removed',
  continued: 'The change continues',
} as const

export const categoryAdminHref = (slug: string) => href('/admin/categories/:slug', { slug })

export const tagAdminHref = (tag: string) => `${href('/admin/tags/edit')}?${new URLSearchParams({ tag })}`
