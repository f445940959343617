import { href } from 'react-router'
import { z } from 'zod/mini'
import type { BulkOptions } from '../../../db/schema/game-management.server.ts'
import { countOf } from '../../../lib/text.ts'
import { lineRule, numberRule } from '../../../lib/text-rules.ts'
import { listCategories } from '../../arrangement/known-categories.ts'
import { cleanTags } from '../../import/tags.ts'
import { FEED_FIELDS, FIELD_LABELS, LIMITS } from '../management-rules.ts'
import { GAMES_ON_PAGE, type GamesQuery, gamesQueryText, readGamesQuery } from '../table/table-rules.ts'

/** Actions on many games at once: texts, forms and limits (docs/product.md#games-in-the-console). */

/** Each action: its label in menus, what it does to "12 games", and what it has done to them. */
const ACTIONS = {
  publish: {
    label: 'Publish',
    does: (games: string) => `Publish ${games}`,
    done: () => 'published',
    note: 'They appear in all lists.',
  },
  hide: {
    label: 'Hide',
    does: (games: string) => `Hide ${games}`,
    done: () => 'hidden',
    note: 'They leave every list, and their addresses show a not-found page. Deleted games stay deleted.',
  },
  delete: {
    label: 'Delete',
    does: (games: string) => `Delete ${games}`,
    done: () => 'deleted',
    note: 'They leave every list, and no import brings them back. You can still publish them again.',
  },
  feature: {
    label: 'Feature',
    does: (games: string) => `Feature ${games}`,
    done: () => 'featured',
    note: '',
  },
  unfeature: {
    label: 'Stop featuring',
    does: (games: string) => `Stop featuring ${games}`,
    done: () => 'no longer featured',
    note: '',
  },
  'add-category': {
    label: 'Add a category',
    does: (games: string) => `Add a category to ${games}`,
    done: ({ category }: BulkOptions) => `now in ${category}`,
    note: 'It becomes the last of their categories, and imports no longer change them.',
  },
  'remove-category': {
    label: 'Remove a category',
    does: (games: string) => `Remove a category from ${games}`,
    done: ({ category }: BulkOptions) => `no longer in ${category}`,
    note: 'Imports no longer change the categories of these games. A game keeps its only category.',
  },
  'add-tag': {
    label: 'Add a tag',
    does: (games: string) => `Add a tag to ${games}`,
    done: ({ tag }: BulkOptions) => `now tagged “${tag}”`,
    note: `Imports no longer change the tags of these games. A game with ${LIMITS.tags} tags gets no other.`,
  },
  'remove-tag': {
    label: 'Remove a tag',
    does: (games: string) => `Remove a tag from ${games}`,
    done: ({ tag }: BulkOptions) => `no longer tagged “${tag}”`,
    note: 'Imports no longer change the tags of these games.',
  },
  reset: {
    label: 'Use the feed’s values',
    does: (games: string) => `Use the feed’s values for ${games}`,
    done: () => 'following their feed again',
    note: 'The values of the last import replace the values that operators set in these fields.',
  },
  // Only the review of a feed's rules offers it.
  'apply-rule': {
    label: 'Apply a rule',
    does: (games: string) => `Apply a rule to ${games}`,
    done: ({ rule }: BulkOptions) => `changed by the rule “${rule}”`,
    note: '',
  },
} as const

export type BulkAction = keyof typeof ACTIONS
/** The actions of the table's menu. */
export const BULK_ACTIONS = (Object.keys(ACTIONS) as BulkAction[]).filter((action) => action !== 'apply-rule')

/** An action on more games runs as a job. */
export const GAMES_AT_ONCE = 1000
/** Games per transaction. At 500,000 games it takes half a second, and other writes to the catalogue wait that long. */
export const BATCH_SIZE = 500
/** How long an action can be undone after it has finished. */
export const UNDO_MINUTES = 10

export const bulkLabel = (action: BulkAction) => ACTIONS[action].label
export const bulkNote = (action: BulkAction) => ACTIONS[action].note

/** "Hide 1,204 games" */
export const bulkTitle = (action: BulkAction, games: number) => ACTIONS[action].does(countOf(games, 'game'))

/** "1,204 games hidden", for what an action did. */
export function bulkResult(action: BulkAction, options: BulkOptions, games: number): string {
  return `${countOf(games, 'game')} ${ACTIONS[action].done(options)}`
}

export function findBulkAction(name: string): BulkAction | null {
  return Object.hasOwn(ACTIONS, name) ? (name as BulkAction) : null
}

/** As in imports (import/tags.ts). */
const TAG_MAX = 40

const isCategory = (name: string) => listCategories().some((category) => category.name === name)

/** The fields of all confirmations. */
const bulkRules = z.object({
  /** The number of games that the operator has confirmed. */
  count: numberRule,
  reason: z._default(lineRule('Reason', LIMITS.reason), ''),
  category: z._default(
    z
      .string('Choose a category from the list')
      .check(z.refine((name) => name === '' || isCategory(name), 'Choose a category from the list')),
    '',
  ),
  tag: z._default(lineRule('Tag', TAG_MAX), ''),
  field: z._default(z.enum(['', ...FEED_FIELDS], 'Choose a field from the list'), ''),
  /** The number of games that the confirmation named as held by rules. */
  held: numberRule,
  /** A checkbox. */
  leaveOut: z._default(z.string(), ''),
})
export type BulkRules = typeof bulkRules

/** The rules of an action, which require the fields that it needs. */
export function bulkRulesOf(action: BulkAction): BulkRules {
  switch (action) {
    case 'hide':
      return z.extend(bulkRules, {
        reason: required('Reason', LIMITS.reason, 'Give a reason. Only operators see it'),
      }) as never
    case 'add-category':
    case 'remove-category':
      return z.extend(bulkRules, {
        category: z.string('Choose a category').check(z.refine(isCategory, 'Choose a category')),
      }) as never
    case 'add-tag':
      return z.extend(bulkRules, {
        tag: required('Tag', TAG_MAX, 'Enter a tag').check(
          z.refine((tag) => cleanTags([tag]).length > 0 && !tag.includes(','), NO_TAG),
        ),
      }) as never
    case 'remove-tag':
      return z.extend(bulkRules, { tag: required('Tag', TAG_MAX, 'Enter a tag') }) as never
    default:
      return bulkRules
  }
}

function required(name: string, most: number, error: string) {
  return lineRule(name, most).check(z.minLength(1, { error, abort: true }))
}

const NO_TAG = 'Imports remove this tag because it describes no game. Enter another tag'

/** The options that an action needs, of its form's values. */
export function optionsOf(action: BulkAction, values: z.output<BulkRules>): BulkOptions {
  const { reason, category, tag, field, held, leaveOut } = values
  switch (action) {
    case 'publish':
      // Only what the confirmation has named can be published.
      return leaveOut !== '' || held === 0 ? { leavesOutRuled: true } : {}
    case 'hide':
      return { reason }
    case 'add-category':
    case 'remove-category':
      return { category }
    case 'add-tag':
      return { tag: cleanTags([tag])[0] ?? tag }
    case 'remove-tag':
      return { tag }
    case 'reset':
      return field ? { field } : {}
    default:
      return {}
  }
}

/** For forms that only have a button. */
export const noFields = z.object({})

/** The choices of the field to reset: all, or one. */
export const RESET_FIELDS = [
  { value: '', label: 'All fields' },
  ...FEED_FIELDS.map((field) => ({ value: field as string, label: FIELD_LABELS[field] })),
]

/** The selected games: picked one by one, or all that a filter finds. */
export type PickedGames = { ids: number[] } | { query: GamesQuery }

const MAX_ID = 2_147_483_647

/** Reads a selection from the query of `bulkHref`, as the table's form sends it. */
export function readPicked(params: URLSearchParams): PickedGames {
  if (params.get('all') === '1') return { query: filterIn(params) }
  const ids = params.getAll('game').map(Number)
  const known = ids.filter((id) => Number.isInteger(id) && id > 0 && id <= MAX_ID)
  return { ids: [...new Set(known)].slice(0, GAMES_ON_PAGE) }
}

/** The filter of the table that the operator came from. */
export function filterIn(params: URLSearchParams): GamesQuery {
  return readGamesQuery(new URLSearchParams(params.get('filter') ?? ''))
}

/** The page that asks before an action runs. */
export function bulkHref(action: BulkAction, picked: PickedGames, from: GamesQuery): string {
  const chosen = 'ids' in picked ? picked.ids.map((id) => ['game', String(id)]) : [['all', '1']]
  const params = new URLSearchParams([['action', action], ['filter', gamesQueryText(from)], ...chosen] as [
    string,
    string,
  ][])
  return `${href('/admin/games/bulk')}?${params}`
}

/** The page of an action that was started. */
export function bulkActionHref(id: number): string {
  return href('/admin/games/bulk/:id', { id: String(id) })
}
