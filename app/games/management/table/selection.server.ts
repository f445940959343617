import { AGE_FLAG, FLAGS } from '../../catalogue/listings.server.ts'
import { HELD_BY_RULE } from '../../feeds/rules/held-by-rule.ts'
import type { GamesQuery, Sort } from './table-rules.ts'

/** The games that a query selects, as pieces of a statement. */
export type Selection = {
  /** Names the statement, since its text depends on which filters are set. */
  shape: string
  /** How many filters are set. */
  filters: number
  /** `with …`, or nothing. */
  with: string
  /** `from … where …`. */
  from: string
  values: unknown[]
  /** What the order sorts by, then the id of the game. */
  key: string
  id: string
  isDescending: boolean
  /** A query for the key of one game, given a parameter with its id. */
  keyOf: (id: string) => string
}

/** For each order: what it sorts by, and whether the highest comes first. */
const ORDERS: Record<Sort, { by: 'created_at' | 'search_title' | 'plays' | 'failures'; isDescending: boolean }> = {
  newest: { by: 'created_at', isDescending: true },
  oldest: { by: 'created_at', isDescending: false },
  title: { by: 'search_title', isDescending: false },
  'title-desc': { by: 'search_title', isDescending: true },
  plays: { by: 'plays', isDescending: true },
  'plays-asc': { by: 'plays', isDescending: false },
  failures: { by: 'failures', isDescending: true },
  'failures-asc': { by: 'failures', isDescending: false },
}

/**
 * Builds the selection of a query, without its page. The first table is one with an index of the filter and the order:
 * `game_labels` for categories, tags and flags (l), the found titles (f), `game_weeks` (w), or `games` (g). The others
 * are joined only if a condition or the order needs them. Without a status, deleted games are left out.
 */
export function selectionOf(query: GamesQuery): Selection {
  const { q, status, provider, phones, sort } = query
  const { by, isDescending } = ORDERS[sort]
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const isDeleted = status === 'deleted'
  const labels = labelsOf(query)

  const conditions = [
    ...(status ? [`g.status = ${value(status)}`] : []),
    ...(provider ? [`g.provider = ${value(provider)}`] : []),
    ...(phones ? [phones === 'unknown' ? 'g.plays_on_phones is null' : `g.plays_on_phones = ${phones === 'yes'}`] : []),
    // Deleted games have no labels.
    ...(isDeleted ? labels.map(({ label, onGame }) => onGame(() => value(label))) : []),
  ]
  const leading = isDeleted ? [] : labels
  const isCounted = by === 'plays' || by === 'failures'
  const lead = leading.length ? 'l' : q ? 'f' : isCounted ? 'w' : 'g'
  const needsGame = lead === 'g' || lead === 'w' || conditions.length > 0 || (by === 'search_title' && !q)
  // With labels or titles it is true already, but lets the planner use the indexes without deleted games.
  if (!status && needsGame) conditions.push(`g.status <> 'deleted'`)
  leading.forEach(({ label }, at) =>
    conditions.push(
      at
        ? `exists (select from game_labels m where m.game_id = ${idOf(lead)} and m.label = ${value(label)})`
        : `l.label = ${value(label)}`,
    ),
  )

  const isJoined = { f: q !== '', w: isCounted, g: needsGame }
  const joins = (['f', 'w', 'g'] as const)
    .filter((table) => table !== lead && isJoined[table])
    .map((table) => ` join ${TABLES[table]} on ${idOf(table)} = ${idOf(lead)}`)
    .join('')
  const keyTable = by === 'created_at' ? lead : by === 'search_title' ? (q ? 'f' : 'g') : 'w'
  return {
    shape: shapeOf(query),
    filters: labels.length + [q, status, provider, phones].filter(Boolean).length,
    with: q ? foundTitles(isDeleted, value(patternsOf(q))) : '',
    from: `from ${TABLES[lead]}${joins} where ${conditions.join(' and ') || 'true'}`,
    values,
    key: `${keyTable}.${by}`,
    id: idOf(keyTable),
    isDescending,
    keyOf: (id) =>
      keyTable === 'w'
        ? `(select ${by} from game_weeks where game_id = ${id})`
        : `(select ${by} from games where id = ${id})`,
  }
}

type Table = 'l' | 'f' | 'w' | 'g'
const TABLES: Record<Table, string> = { l: 'game_labels l', f: 'found f', w: 'game_weeks w', g: 'games g' }

function idOf(table: Table): string {
  return table === 'g' || table === 'f' ? `${table}.id` : `${table}.game_id`
}

/** A filter by a label, and the same condition on a row of `games`. */
type Label = { label: string; onGame: (value: () => string) => string }

function labelsOf(query: GamesQuery): Label[] {
  const { category, tag, age, featured, original, unpictured, edited, failing, ruled } = query
  const flag = (label: string, condition: string) => ({ label, onGame: () => condition })
  return [
    ...(category
      ? [
          {
            label: category,
            onGame: (value: () => string) =>
              `exists (select from unnest(g.categories) name where replace(lower(name), ' ', '-') = ${value()})`,
          },
        ]
      : []),
    ...(tag
      ? [
          {
            label: `#${tag}`,
            onGame: (value: () => string) =>
              `exists (select from unnest(g.tags) name where '#' || lower(name) = ${value()})`,
          },
        ]
      : []),
    ...(age
      ? [{ label: AGE_FLAG + age, onGame: (value: () => string) => `'${AGE_FLAG}' || g.age_rating = ${value()}` }]
      : []),
    ...(featured ? [flag(FLAGS.featured, 'g.is_featured')] : []),
    ...(original ? [flag(FLAGS.original, 'g.is_original')] : []),
    ...(unpictured ? [flag(FLAGS.noPicture, 'g.image_url is null')] : []),
    ...(edited ? [flag(FLAGS.edited, 'exists (select from game_overrides o where o.game_id = g.id)')] : []),
    ...(failing
      ? [flag(FLAGS.failing, 'exists (select from game_weeks n where n.game_id = g.id and n.failures > 0)')]
      : []),
    ...(ruled ? [flag(FLAGS.ruled, HELD_BY_RULE)] : []),
  ]
}

/** Titles that contain every word. Read from an index alone, and once, however the planner estimates them. */
function foundTitles(isDeleted: boolean, patterns: string): string {
  return `with found as materialized (
    select id, created_at, search_title from games
    where status ${isDeleted ? '=' : '<>'} 'deleted' and search_title like all (${patterns}::text[]))`
}

function patternsOf(q: string): string[] {
  const words = q.normalize('NFC').toLowerCase().split(/\s+/)
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

/** One letter for each filter that is set, after the order. */
function shapeOf(query: GamesQuery): string {
  const flags = Object.entries({ ...query, sort: '', after: 0, phones: '' })
    .filter(([, value]) => value)
    .map(([name]) => name)
  // These are part of the text, not values.
  const { phones, status, sort } = query
  return [sort, ...flags, phones && `phones-${phones}`, status === 'deleted' && 'deleted'].filter(Boolean).join('.')
}
