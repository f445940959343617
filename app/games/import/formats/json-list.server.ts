import { gen } from 'stream-chain/core'
import { assembler } from 'stream-json/assembler.js'
import { parser } from 'stream-json/parser.js'
import { isRecord } from '../feed-entry.ts'
import { FeedError } from '../feed-error.server.ts'
import { depthGuard, ENTRY_LIMIT, entryReader } from '../json-stream.server.ts'
import { guessMapping, type MappedField } from '../mapping/guess-mapping.ts'
import { type FlatEntry, flatten } from './flat-entry.ts'

/** The first look for the list of games is at this many characters, the last one at ENTRY_LIMIT. */
const HEAD = 128 * 1024
/** Objects of a list that are looked at, fields of an object, and levels of a document. */
const ITEMS = 20
const FIELDS = 200
const LEVELS = 8

const NO_LIST = 'has no list of games'

/** How much each field tells that the objects of a list are games. */
const WEIGHTS: Partial<Record<MappedField, number>> = {
  url: 4, title: 3, picture: 1, description: 1, category: 1, tags: 1, instructions: 1, id: 1,
} // prettier-ignore

/**
 * Reads the objects of the list in a JSON document that looks most like a list of games, wherever it is: the document
 * itself, or a list somewhere in it. Throws a FeedError.
 */
export async function* readJson(texts: AsyncIterable<string>): AsyncGenerator<FlatEntry[]> {
  let head = ''
  let look = HEAD
  let read: ((piece: string | null) => Promise<unknown[]>) | undefined
  for await (const text of texts) {
    if (!read) {
      head += text
      if (head.length < look) continue
      const place = await findPlace(head.slice(0, look))
      if (place) read = entryReader([place], NO_LIST)
      else if (look >= ENTRY_LIMIT) throw new FeedError(NO_LIST)
      else look *= 2
    }
    if (!read) continue
    const entries = await read(head || text)
    head = ''
    if (entries.length) yield entries.map((entry) => flatten(entry))
  }
  read ??= entryReader([(await findPlace(head)) ?? ['*']], NO_LIST)
  const entries = [...(await read(head)), ...(await read(null))]
  if (entries.length) yield entries.map((entry) => flatten(entry))
}

type Place = readonly string[]

/** Returns the place of the best list of objects in the start of a document, or null. Of equals the longest wins. */
async function findPlace(head: string): Promise<Place | null> {
  const lists = new Map<string, { place: Place; items: FlatEntry[] }>()
  listObjects(await parseStart(head), [], lists)
  let best: { place: Place; score: number; items: number } | null = null
  for (const { place, items } of lists.values()) {
    const mapping = guessMapping(items)
    const score = Object.keys(mapping).reduce((sum, field) => sum + (WEIGHTS[field as MappedField] ?? 0), 0)
    const isBetter = !best || score > best.score || (score === best.score && items.length > best.items)
    if (isBetter) best = { place, score, items: items.length }
  }
  return best?.place ?? null
}

/** Returns the value at the start of a JSON text, complete as far as it goes. */
async function parseStart(head: string): Promise<unknown> {
  const value = assembler()
  try {
    for await (const token of gen(parser({ streamValues: false }), depthGuard())(head)) value.consume(token)
  } catch (error) {
    if (error instanceof FeedError) throw error
    // The reader of the entries reports text that is not JSON, with the place of the fault.
  }
  while (!value.done) value.consume({ name: 'endObject' })
  return value.current
}

/** Collects every list with its first objects, outer lists first. */
function listObjects(
  value: unknown,
  place: Place,
  lists: Map<string, { place: Place; items: FlatEntry[] }>,
  level = 0,
): void {
  if (level > LEVELS) return
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS)
    const inner = [...place, '*']
    const name = JSON.stringify(inner)
    const list = lists.get(name) ?? { place: inner, items: [] }
    // The fields of inner lists are not the fields of their games.
    const objects = items.filter(isRecord).slice(0, ITEMS - list.items.length)
    list.items.push(...objects.map((object) => flatten(object, false)))
    lists.set(name, list)
    for (const item of items) listObjects(item, inner, lists, level + 1)
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value).slice(0, FIELDS)) {
      listObjects(inner, [...place, key], lists, level + 1)
    }
  }
}
