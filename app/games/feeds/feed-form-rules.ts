import { href } from 'react-router'
import { z } from 'zod/mini'
import { countOf, formatCount } from '../../lib/text.ts'
import { lineRule, numberRule } from '../../lib/text-rules.ts'

/** The forms of feeds in the console (docs/product.md#feeds). */

export const SCHEDULE_LABELS = {
  off: 'Off: only when you run it',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
} as const

export const SHORT_SCHEDULES = { off: 'Off', hourly: 'Hourly', daily: 'Daily', weekly: 'Weekly' } as const

export const MODES = [
  { value: 'review', label: 'Hold for review: new games are not public until you publish them' },
  { value: 'publish', label: 'Publish at once: new games are public as soon as a run is applied' },
] as const

export const FEED_LIMITS = { name: 80, address: 2000, option: 100, delistDays: 365 } as const

/** URL-encoded, a character of an address can take three bytes, and one of a name twelve. */
export const NEW_FEED_BYTES = 64 * 1024

/** The provider option in the first step for a feed of any other site. */
export const ANY_PROVIDER = 'any'
export const ANY_LABEL = 'Any JSON, CSV, RSS or Atom feed'

/** Returns the link to the second step of adding a feed. */
export function newFeedHref(query: Record<string, string>): string {
  const set = Object.entries(query).filter(([, value]) => value)
  return `${href('/admin/feeds/new')}?${new URLSearchParams(set).toString()}`
}

export const FEED_DONE = {
  added: 'Feed saved',
  saved: 'Saved. The next run uses these settings',
  rules: 'Rules saved. They apply to new games from the next run on',
  hosts: 'Approved. All pages allow these hosts now',
  fields: 'Fields saved. The next run uses them',
  hostRemoved: 'Removed. Games on this host no longer load',
  deleted: 'Feed deleted. Its games stay',
} as const

/** The games of a feed are counted up to this number. */
export const MAX_GAMES = 10_000

/** "1 game", or "10,000+ games" */
export function gamesLabel(games: number): string {
  return games > MAX_GAMES ? `${formatCount(MAX_GAMES)}+ games` : countOf(games, 'game')
}

const NOT_AN_ADDRESS = 'Enter an address that begins with https:// or http://'

/** The address of a feed; empty if it has a file. */
export const addressRule = z._default(
  lineRule('Address', FEED_LIMITS.address).check(z.refine((text) => !text || isFeedAddress(text), NOT_AN_ADDRESS)),
  '',
)

function isFeedAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

/** The maximum size of an uploaded feed. */
export const FEED_FILE_BYTES = 50 << 20

/** A file. The browser checks its size before sending. The action reads it separately, as a stream. */
const fileRule = z._default(
  z
    .unknown()
    .check(
      z.refine((file) => !(file instanceof Blob) || file.size <= FEED_FILE_BYTES, 'The file is larger than 50 MB'),
    ),
  '',
)

/** The first step of adding a feed. */
export const sourceRules = z.object({
  provider: lineRule('Provider', FEED_LIMITS.name).check(z.minLength(1, 'Choose a provider')),
  address: addressRule,
  file: fileRule,
})

const nameRule = lineRule('Name', FEED_LIMITS.name).check(z.minLength(1, 'Enter a name'))

const DAYS = `Enter a whole number of days from 0 to ${FEED_LIMITS.delistDays}`

/** The fields that the forms to add and to change a feed have in common. */
const settings = {
  name: nameRule,
  schedule: z.enum(['off', 'hourly', 'daily', 'weekly'], 'Choose a schedule'),
  mode: z.enum(['review', 'publish'], 'Choose what happens to new games'),
  /** A checkbox. */
  defaultRules: z._default(z.string(), ''),
  delistDays: z.string(DAYS).check(
    z.trim(),
    z.refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= FEED_LIMITS.delistDays, DAYS),
  ),
}

/** The form that changes a feed. A file replaces the address, and an address replaces the file. */
export const feedRules = z.object({
  ...settings,
  version: numberRule,
  address: addressRule,
  file: fileRule,
})

/** Hosts to approve, separated by commas. */
export const hostsRules = z.object({
  games: z._default(lineRule('Hosts of games', 1000), ''),
  pictures: z._default(lineRule('Hosts of pictures', 1000), ''),
})

export const removeHostRules = z.object({
  host: z._default(z.string(), ''),
  use: z._default(z.string(), ''),
})

/** The mapping of a provider's feed fields: the chosen one, and the one that the operator loaded. */
export const fieldsRules = z.object({
  mapping: z._default(z.string(), ''),
  seen: z._default(z.string(), ''),
})

/**
 * The second step of adding a feed. The form also has the provider's options; for any other feed, a mapping and hosts.
 */
export const newFeedRules = z.object({
  ...settings,
  provider: lineRule('Provider', FEED_LIMITS.name).check(z.minLength(1, 'Choose a provider')),
  address: addressRule,
  fileKey: z._default(z.string(), ''),
  fileName: z._default(lineRule('File name', 200), ''),
  /** The name of a new provider. */
  label: z._default(lineRule('Provider’s name', 60), ''),
  /** The mapping, as in the address of the step. */
  mapping: z._default(z.string(), ''),
})

/** The prefix of the fields with the operator's ids, and the fields with approved hosts, which may be repeated. */
export const OPTION_FIELD = 'option-'
export const GAME_HOST_FIELD = 'gameHost'
export const PICTURE_HOST_FIELD = 'pictureHost'
/** The prefix of mapping fields in the address of the second step. */
export const MAPPING_FIELD = 'map-'

/** A form that contains only the feed version for which it was rendered. */
export const versionRules = z.object({ version: numberRule })

export function feedHref(id: number): string {
  return href('/admin/feeds/:id', { id: String(id) })
}

/** Returns the link to the form that changes the mapping of a feed's provider. */
export function fieldsHref(id: number): string {
  return `${feedHref(id)}?fields=1`
}

export function feedRulesHref(id: number): string {
  return href('/admin/feeds/:id/rules', { id: String(id) })
}

/** Returns the link to the existing games that a feed's rules would change. */
export function reviewHref(id: number, query: { rule?: string; after?: string }): string {
  return `${feedRulesHref(id)}?${new URLSearchParams({ review: '1', ...query }).toString()}#review`
}

export function runHref(id: number): string {
  return href('/admin/feeds/runs/:id', { id: String(id) })
}

/** What the page shows for hosts that need no approval. */
export const LOCAL_HOST = 'This machine (allowed by LOCAL_FEEDS)'
