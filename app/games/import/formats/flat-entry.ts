import { isRecord, LIST_LIMIT, TEXT_LIMIT } from '../feed-entry.ts'

/**
 * The fields of an entry of any feed, by their paths: `title`, `image.large`, `media:content@url`. A field that occurs
 * several times has several values, one without a value has none.
 */
export type FlatEntry = ReadonlyMap<string, readonly string[]>

const MAX_FIELDS = 300
/** Ends deep nesting too. */
const MAX_PATH = 200

/** Adds a value to a field. Fields, values and characters beyond the limits are ignored. */
export function addField(entry: Map<string, string[]>, path: string, value: string): void {
  if (path.length > MAX_PATH) return
  const known = entry.get(path)
  if (!known && entry.size >= MAX_FIELDS) return
  const values = known ?? []
  if (!known) entry.set(path, values)
  if (value.trim() && values.length < LIST_LIMIT) values.push(value.slice(0, TEXT_LIMIT))
}

/**
 * Returns the fields of a JSON value. Items of arrays share the path of their array.
 *
 * @param intoLists whether fields of objects in arrays are included
 */
export function flatten(value: unknown, intoLists = true): FlatEntry {
  const entry = new Map<string, string[]>()
  if (isRecord(value)) addRecord(entry, '', value, intoLists)
  return entry
}

function addRecord(
  entry: Map<string, string[]>,
  prefix: string,
  record: Record<string, unknown>,
  intoLists: boolean,
): void {
  for (const [key, value] of Object.entries(record).slice(0, MAX_FIELDS)) {
    const path = prefix + key
    if (path.length > MAX_PATH) continue
    for (const item of Array.isArray(value) ? value.slice(0, LIST_LIMIT) : [value]) {
      if (!isRecord(item)) addField(entry, path, scalarText(item))
      else if (intoLists || item === value) addRecord(entry, `${path}.`, item, intoLists)
    }
  }
}

/** Arrays in arrays and null have no text. */
function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
