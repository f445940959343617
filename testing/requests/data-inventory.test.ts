import { globSync, readFileSync } from 'node:fs'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { players } from '../../app/db/schema/accounts.server.ts'
import { COOKIES, LOCAL_STORAGE, SESSION_STORAGE } from '../../app/data-inventory/browser-storage.ts'
import { PLAYER_DATA } from '../../app/data-inventory/player-data.server.ts'

/**
 * The privacy and cookie policies name all stored data: anything new and unnamed fails here. page-markup.test.ts checks
 * that they show it.
 */

const ADD = 'describe it in app/data-inventory/'

const sources = globSync('app/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Whether a list contains a name; an entry that ends with `*` matches a prefix. */
const names = (list: { name: string }[], found: string) =>
  list.some(({ name }) => (name.endsWith('*') ? found.startsWith(name.slice(0, -1)) : name === found))

test('every cookie in the source is named', () => {
  const text = sources.map((one) => one.text).join('\n')
  const kinds = /type Kind = ([^\n]*)/.exec(sources.find(({ file }) => file.endsWith('cookies.server.ts'))!.text)![1]!
  const found = [
    ...Array.from(kinds.matchAll(/'(\w+)'/g), ([, kind]) => `playhall_${kind}`),
    ...Array.from(text.matchAll(/['"`](playhall_\w+)['"`=]/g), ([, name]) => name as string),
  ].filter((name) => name !== 'playhall_purge')
  expect(found.length).toBeGreaterThan(2)
  for (const name of found) expect(names(COOKIES, name), `The source names the cookie ${name}: ${ADD}`).toBe(true)
  // Only these files may set cookies; routes.test.ts and google.test.ts check those that routes set.
  const setters = sources.filter(({ text: one }) => /document\.cookie\s*=|cookieStore|Max-Age=/.test(one))
  expect(setters.map(({ file }) => file).toSorted()).toEqual([
    'app/accounts/notice.ts',
    'app/server/sessions/cookies.server.ts',
  ])
})

test('every key that our script writes to browser storage is named', () => {
  const kept = [...LOCAL_STORAGE, ...SESSION_STORAGE]
  const found = new Set<string>()
  for (const { file, text } of sources) {
    if (!/\b(?:localStorage|sessionStorage|indexedDB|caches|browserList)\b/.test(text.replace(/\/\*.*?\*\//gs, '')))
      continue
    const keys = Array.from(text.matchAll(/['"`](playhall:[\w:-]*)/g), ([, key]) => key as string)
    // They take their keys from callers or from a constant next to them.
    if (!['app/ui/browser-list.ts', 'app/forms/use-draft.ts'].includes(file))
      expect(
        keys.length,
        `${file} stores something in the browser: give it a key "playhall:…", and ${ADD}`,
      ).toBeGreaterThan(0)
    for (const key of keys) {
      found.add(key)
      expect(names(kept, key), `${file} writes ${key}: ${ADD}`).toBe(true)
    }
  }
  const own = kept.map(({ name }) => name.replace('*', '')).filter((name) => name.startsWith('playhall:'))
  expect([...found].toSorted()).toEqual(own.toSorted())
})

test('every key that the router writes to browser storage is named', () => {
  const files = globSync('node_modules/react-router/dist/production/**/*.js')
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(text).toContain('sessionStorage.setItem')
  expect(text).not.toContain('localStorage.setItem')
  const found = Array.from(text.matchAll(/_STORAGE_KEY = "([^"]+)"/g), ([, key]) => key as string)
  expect(found.toSorted()).toEqual(SESSION_STORAGE.map(({ name }) => name).toSorted())
})

test('every column of players, and of each table that references them, is named', async () => {
  const found: Record<string, string[]> = {}
  for (const file of globSync('app/db/schema/*.server.ts')) {
    for (const [name, table] of Object.entries(
      (await import(/* @vite-ignore */ `../../${file}`)) as Record<string, unknown>,
    )) {
      if (!is(table, PgTable)) continue
      const pointsTo = getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable)
      if (table !== (players as PgTable) && !pointsTo.includes(players)) continue
      found[name] = Object.keys(getTableColumns(table)).toSorted()
      const kept = (PLAYER_DATA as Record<string, { columns: object }>)[name]
      expect(kept, `The table ${getTableName(table)} references players: ${ADD}`).toBeDefined()
      for (const column of found[name])
        expect(kept?.columns, `${getTableName(table)} stores ${column}: ${ADD}`).toHaveProperty(column)
    }
  }
  expect(Object.keys(found).length).toBeGreaterThan(15)
  const named = Object.entries(PLAYER_DATA).map(([name, { columns }]) => [name, Object.keys(columns).toSorted()])
  expect(Object.fromEntries(named)).toEqual(found)
})
