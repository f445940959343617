import { href } from 'react-router'
import { z } from 'zod/mini'
import type { CollectionRule } from '../../../db/schema/arrangement.server.ts'
import type { AgeRating } from '../../../db/schema/games.server.ts'
import { lineRule, numberRule } from '../../../lib/text-rules.ts'
import { cleanTags } from '../../import/tags.ts'
import { AGE_LABELS } from '../../management/management-rules.ts'
import { collectionNameRule, descriptionRule, isOn, slugRule } from '../arrangement-rules.ts'
import { categoryAt, categorySlug } from '../known-categories.ts'
import { spelledTag, tagKey } from '../known-tags.ts'

/** Forms and limits of collections (docs/product.md#collections). */

export const COLLECTIONS_MAX = 100
/** The most games in a hand-picked collection. */
export const PICKED_MAX = 500
/** The most values in one condition. */
export const VALUES_MAX = 30
/** Matching games are counted up to this number. */
export const MATCHES_MAX = 10_000

export const KINDS = [
  { value: 'picked', label: 'Picked by hand' },
  { value: 'rule', label: 'By a rule' },
] as const

const list = (name: string) => z._default(lineRule(name, 2000), '')

const ruleFields = {
  categories: list('Categories'),
  tags: list('Tags'),
  providers: list('Providers'),
  phones: isOn,
  ageRating: z._default(
    z.enum(['', ...(Object.keys(AGE_LABELS) as AgeRating[])], 'Choose an age rating from the list'),
    '',
  ),
}

const texts = { name: collectionNameRule, description: descriptionRule, hidden: isOn }

export const ruleRules = z.object(ruleFields)

export const newCollectionRules = z.object({
  ...texts,
  ...ruleFields,
  slug: slugRule,
  kind: z.enum(['picked', 'rule'], 'Choose how its games are found'),
})

/** `version` is the version that the operator loaded. */
export const collectionRules = z.object({ ...texts, ...ruleFields, version: numberRule })

export const gameOfCollectionRules = z.object({ game: numberRule })

export const pickedOrderRules = z.object({
  version: numberRule,
  move: z.optional(z.string().check(z.regex(/^\d{1,10}:(up|down)$/, 'Choose a direction from the list'))),
  order: z.optional(z.string().check(z.regex(/^[\d,]{0,6000}$/, 'This order is unknown'))),
})

export const deletionRules = z.object({ version: numberRule })

export type RuleForm = z.output<typeof ruleRules>

/** Reads the fields of a rule. Returns the rule, or a message for one of its fields. */
export function readRule(form: RuleForm): { rule: CollectionRule } | { field: keyof RuleForm; why: string } {
  const categories = valuesIn(form.categories).map((name) => ({ name, slug: categorySlug(name) }))
  const unknown = categories.find(({ slug }) => !categoryAt(slug))
  if (unknown) return { field: 'categories', why: `There is no category “${unknown.name}”` }
  const tags = valuesIn(form.tags)
  const useless = tags.find((tag) => !cleanTags([tag]).length)
  if (useless) return { field: 'tags', why: `No game has the tag “${useless}”` }
  const providers = valuesIn(form.providers)
  for (const [field, values] of Object.entries({ categories, tags, providers })) {
    if (values.length > VALUES_MAX) return { field: field as keyof RuleForm, why: `Choose ${VALUES_MAX} at most` }
  }
  const rule: CollectionRule = {
    ...(categories.length && { categories: [...new Set(categories.map(({ slug }) => slug))] }),
    ...(tags.length && { tags: [...new Set(tags.map(tagKey))] }),
    ...(providers.length && { providers }),
    ...(form.phones && { phones: true as const }),
    ...(form.ageRating && { ageRating: form.ageRating as AgeRating }),
  }
  return Object.keys(rule).length ? { rule } : { field: 'categories', why: 'A rule needs at least one condition' }
}

function valuesIn(text: string): string[] {
  const values = text.split(',').map((part) => part.trim())
  return [...new Set(values.filter(Boolean))]
}

/** A rule as the form shows it. */
export type RuleTexts = { categories: string; tags: string; providers: string[]; phones: boolean; ageRating: string }

export const NO_RULE: RuleTexts = { categories: '', tags: '', providers: [], phones: false, ageRating: '' }

export function ruleTexts({
  categories = [],
  tags = [],
  providers = [],
  phones,
  ageRating,
}: CollectionRule): RuleTexts {
  return {
    categories: categories.map((slug) => categoryAt(slug)?.name ?? slug).join(', '),
    tags: tags.map(spelledTag).join(', '),
    providers,
    phones: phones ?? false,
    ageRating: ageRating ?? '',
  }
}

export const collectionAdminHref = (id: number) => href('/admin/collections/:id', { id: String(id) })

export const COLLECTION_DONE = {
  created: 'Collection created',
  saved: 'Saved',
  moved: 'Order saved',
  added: 'Game added',
  removed: 'Game removed',
  deleted: 'Collection deleted',
} as const
