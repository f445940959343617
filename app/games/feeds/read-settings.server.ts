import { OPTION_VALUE } from '../import/address-options.ts'
import type { AddressOption } from '../import/feed-entry.ts'
import { OPTION_FIELD } from './feed-form-rules.ts'
import type { FeedSettings } from './save-feed.server.ts'

/** Reads the fields that the forms to add and to change a feed have in common. */

export const NAME_TAKEN = 'Another feed has this name'

/** The settings in a form, in the stored format. */
export function settingsIn(values: {
  name: string
  schedule: FeedSettings['schedule']
  mode: FeedSettings['mode']
  defaultRules: string
  delistDays: string
}): Pick<FeedSettings, 'name' | 'schedule' | 'mode' | 'usesDefaultRules' | 'delistDays'> {
  const { name, schedule, mode, defaultRules, delistDays } = values
  return { name, schedule, mode, usesDefaultRules: defaultRules !== '', delistDays: Number(delistDays) }
}

/**
 * Reads the operator's ids for a provider's options. If an id is empty, the import removes the id that the feed
 * contains.
 */
export function readOptions(
  form: FormData,
  options: readonly AddressOption[],
): { values: Record<string, string> } | { refused: string } {
  const values: Record<string, string> = {}
  for (const { name, label } of options) {
    const given = form.get(OPTION_FIELD + name)
    const value = typeof given === 'string' ? given.trim() : ''
    if (!value) continue
    if (!OPTION_VALUE.test(value)) return { refused: `${label}: an id has only letters, digits, hyphens and dots` }
    values[name] = value
  }
  return { values }
}
