import { filled, inWorld, type Row } from '../requests/route-row.ts'
import { ACCESS } from '../requests/rows.ts'
import { WORLD } from './routes.ts'
import type { RequestOptions } from './send.ts'

/** Where a request can carry text: a query parameter, a part of the path, a form field or a JSON value. */
export type Field = {
  /** Such as "email of /login". */
  name: string
  kind: 'query' | 'address' | 'form' | 'json'
  row: Row
  /** Returns the changes to the row's request that put the text there; `alone`: without the form's other fields. */
  put: (text: string, alone?: boolean) => Partial<RequestOptions>
}

/** Every such field of every route, so that new routes are included. */
export const FIELDS: Field[] = ACCESS.flatMap((row) => [
  ...wordsOf(row),
  ...partsOf(row),
  ...fieldsOf(row),
  ...placesOf(row),
])

/** A text encoded for an address. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function wordsOf(row: Row): Field[] {
  const [path, query] = inWorld(row.at, WORLD).split('?')
  return Array.from(new URLSearchParams(query).keys(), (word) => ({
    name: `${word} of ${path}`,
    kind: 'query',
    row,
    put: (text) => ({ path: `${path}?${word}=${encoded(text)}` }),
  }))
}

function partsOf(row: Row): Field[] {
  return `/${row.route}`.split('/').flatMap((part, at) => {
    if (!/^[:*]/.test(part)) return []
    const before = inWorld(row.at, WORLD).split('/').slice(0, at)
    const after =
      part === '*'
        ? []
        : inWorld(row.at, WORLD)
            .split('/')
            .slice(at + 1)
    const put = (text: string) => ({ path: [...before, encoded(text), ...after].join('/') })
    return [{ name: `${part} of ${row.method ?? 'GET'} /${row.route}`, kind: 'address', row, put }]
  })
}

function fieldsOf(row: Row): Field[] {
  const form = row.form ?? {}
  return Object.keys(form).map((field) => ({
    name: `${field} of ${inWorld(row.at, WORLD)}`,
    kind: 'form',
    row,
    put(text, alone = false) {
      const others = alone ? [] : Object.entries(filled(form)).filter(([other]) => other !== field)
      // Unencoded letters are shorter than percent encoding and parsed alike.
      const last = `${field}=${text.replace(/[%&+\r\n]/g, encodeURIComponent)}`
      return { body: `${new URLSearchParams(others).toString()}&${last}` }
    },
  }))
}

function placesOf(row: Row): Field[] {
  return settersOf(row.json).map(([place, put]) => ({
    name: `${place} of ${inWorld(row.at, WORLD)}`,
    kind: 'json',
    row,
    put: (text) => ({ body: JSON.stringify(put(text)) }),
  }))
}

type Put = (text: string) => unknown

/**
 * Every value of a document, and one additional name in each object: its path, and a function that puts a text there.
 */
function settersOf(json: unknown, place = ''): [string, Put][] {
  if (json === undefined) return []
  if (typeof json !== 'object' || json === null) return [[place.slice(1), (text) => text]]
  const inner = Object.entries(json).flatMap(([name, value]) =>
    settersOf(value, `${place}.${name}`).map(([at, put]): [string, Put] => [
      at,
      (text) => (Array.isArray(json) ? json.with(Number(name), put(text)) : { ...json, [name]: put(text) }),
    ]),
  )
  return Array.isArray(json) ? inner : [...inner, [`${place}.*`.slice(1), (text) => ({ ...json, [text]: text })]]
}
