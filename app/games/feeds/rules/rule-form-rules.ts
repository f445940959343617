import { z } from 'zod/mini'
import type { FeedRule } from '../../../db/schema/feeds.server.ts'
import type { AgeRating } from '../../../db/schema/games.server.ts'
import { lineRule } from '../../../lib/text-rules.ts'
import { bounded } from '../../../lib/text-rules.ts'
import { AGE_LABELS } from '../../management/management-rules.ts'
import { publicHost } from '../providers/provider-rules.ts'
import { foldWords } from './fold-words.ts'

/** The form of a rule of a feed (docs/product.md#rules-of-a-feed). */

export const RULE_LIMITS = { rules: 50, values: 50, value: 60, name: 60, pixels: 4096 } as const

/** The statuses that a rule can set, with their wording in sentences about a rule. */
export const RULED_STATUSES = {
  pending: 'Hold for review',
  hidden: 'Hide',
  published: 'Publish',
} as const

const LIST = RULE_LIMITS.values * (RULE_LIMITS.value + 2)
const TOO_MANY = `Enter at most ${RULE_LIMITS.values} values`

/** Several values in one field, separated by commas or line breaks. */
function listRule(name: string, isValid: (value: string) => boolean, wrong: (value: string) => string) {
  return z._default(
    z.string(`${name} must be text`).check(
      bounded(LIST, TOO_MANY),
      z.refine((text) => valuesIn(text).length <= RULE_LIMITS.values, { error: TOO_MANY, abort: true }),
      z.superRefine((text, context) => {
        const long = valuesIn(text).find((value) => value.length > RULE_LIMITS.value)
        const bad = long ?? valuesIn(text).find((value) => !isValid(value))
        if (bad === undefined) return
        const message =
          long === undefined ? wrong(bad) : `“${bad.slice(0, 30)}…” is longer than ${RULE_LIMITS.value} characters`
        context.issues.push({ code: 'custom', message, input: text })
      }),
    ),
    '',
  )
}

const hasWord = (value: string) => foldWords(value).length > 0
const noWord = (value: string) => `“${value}” contains no letter or digit`

const PIXELS = `Enter a whole number from 1 to ${RULE_LIMITS.pixels}`

/** Every field is a text, as in the form. `ruleOf` converts the values to a rule. */
export const feedRuleForm = z
  .object({
    name: lineRule('Name', RULE_LIMITS.name).check(z.minLength(1, 'Enter a name')),
    words: listRule('Words', hasWord, noWord),
    categories: listRule('Categories', hasWord, noWord),
    tags: listRule('Tags', hasWord, noWord),
    hosts: listRule(
      'Hosts',
      (value) => publicHost(value) !== null,
      (value) => `“${value}” is not a host name such as games.example.com`,
    ),
    smallerThan: z._default(
      z.string(PIXELS).check(
        z.trim(),
        z.refine((text) => !text || (/^\d{1,4}$/.test(text) && Number(text) > 0 && Number(text) <= MAX_PIXELS), PIXELS),
      ),
      '',
    ),
    /** A checkbox. */
    noPicture: z._default(z.string(), ''),
    phones: z._default(z.enum(['', 'yes', 'no'], 'Choose from the list'), ''),
    status: z._default(z.enum(['', 'pending', 'hidden', 'published'], 'Choose from the list'), ''),
    category: z._default(lineRule('Category', RULE_LIMITS.value), ''),
    ageRating: z._default(
      z.enum(['', 'everyone', '7', '12', '16', '18'] satisfies ('' | AgeRating)[], 'Choose from the list'),
      '',
    ),
  })
  .check(
    z.refine((values) => Object.keys(whenOf(values)).length > 0, {
      path: ['words'],
      error: 'Fill in at least one condition',
    }),
    z.refine(({ status, category, ageRating }) => Boolean(status || category || ageRating), {
      path: ['status'],
      error: 'Choose what the rule does',
    }),
  )

const MAX_PIXELS = RULE_LIMITS.pixels

export type FeedRuleForm = z.output<typeof feedRuleForm>

type Conditions = Pick<FeedRuleForm, 'words' | 'categories' | 'tags' | 'hosts' | 'smallerThan' | 'noPicture' | 'phones'>

/** Converts the values of the form to a stored rule. */
export function ruleOf(values: FeedRuleForm): FeedRule {
  const { name, status, category, ageRating } = values
  return {
    name,
    when: whenOf(values),
    set: { ...(status && { status }), ...(category && { category }), ...(ageRating && { ageRating }) },
  }
}

function whenOf({ words, categories, tags, hosts, smallerThan, noPicture, phones }: Conditions): FeedRule['when'] {
  const when: FeedRule['when'] = {}
  for (const [name, text] of Object.entries({ words, categories, tags })) {
    const values = valuesIn(text)
    if (values.length) when[name as 'words'] = values
  }
  const names = valuesIn(hosts).flatMap((host) => publicHost(host) ?? [])
  if (names.length) when.hosts = names
  if (smallerThan) when.smallerThan = Number(smallerThan)
  if (noPicture) when.hasNoPicture = true
  if (phones) when.phones = phones === 'yes'
  return when
}

/** Returns the form values for a rule. */
export function ruleFormOf({ name, when, set }: FeedRule): FeedRuleForm {
  const list = (values: string[] = []) => values.join(', ')
  return {
    name,
    words: list(when.words),
    categories: list(when.categories),
    tags: list(when.tags),
    hosts: list(when.hosts),
    smallerThan: when.smallerThan === undefined ? '' : String(when.smallerThan),
    noPicture: when.hasNoPicture ? 'on' : '',
    phones: when.phones === undefined ? '' : when.phones ? 'yes' : 'no',
    status: set.status ?? '',
    category: set.category ?? '',
    ageRating: set.ageRating ?? '',
  }
}

function valuesIn(text: string): string[] {
  const values = text
    .normalize('NFC')
    .split(/[,\n]/)
    .map((value) => value.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const byName = new Map(values.map((value) => [value.toLowerCase(), value]))
  return [...byName.values()]
}

/** Describes a rule's conditions for operators: "Words: casino, slots · Works on phones: no". */
export function describeConditions({ when }: FeedRule): string {
  const { words, categories, tags, hosts, smallerThan, hasNoPicture, phones } = when
  return [
    words && `Words: ${words.join(', ')}`,
    categories && `Categories: ${categories.join(', ')}`,
    tags && `Tags: ${tags.join(', ')}`,
    hosts && `Hosts: ${hosts.join(', ')}`,
    smallerThan !== undefined && `Smaller than ${smallerThan} px`,
    hasNoPicture && 'No picture',
    phones !== undefined && (phones ? 'Works on phones' : 'Does not work on phones'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Describes a rule's effect for operators: "Hold for review · Rated 18 and up". */
export function describeEffect({ status, category, ageRating }: FeedRule['set']): string {
  return [
    status && RULED_STATUSES[status],
    category && `Category: ${category}`,
    ageRating && `Rated: ${AGE_LABELS[ageRating].toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
