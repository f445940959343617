import { globSync, readFileSync } from 'node:fs'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { players } from '../../app/db/schema/accounts.server.ts'
import { COOKIES, LOCAL_STORAGE, SESSION_STORAGE } from '../../app/data-inventory/browser-storage.ts'
import { PLAYER_DATA } from '../../app/data-inventory/player-data.server.ts'
import { requestOf } from './route-row.ts'
import { ACCESS } from './rows.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { startIssuer } from '../fixtures/issuer.ts'
import { createActor } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'

/** The privacy and cookie policies name all stored data: anything new and unnamed fails here. */

const ADD = 'describe it in app/data-inventory/'

let portal: BuiltPortal
let issuer: Awaited<ReturnType<typeof startIssuer>>
beforeAll(async () => {
  issuer = await startIssuer('the-client')
  const google = { GOOGLE_CLIENT_ID: 'the-client', GOOGLE_CLIENT_SECRET: 'the-secret', GOOGLE_ISSUER: issuer.url }
  portal = await startBuiltPortal(google)
})
afterAll(async () => {
  await issuer?.stop()
  await portal?.stop()
})

const sources = globSync('app/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Whether a list contains a name; an entry that ends with `*` matches a prefix. */
const names = (list: { name: string }[], found: string) =>
  list.some(({ name }) => (name.endsWith('*') ? found.startsWith(name.slice(0, -1)) : name === found))

test('every cookie that any route sets is named', async () => {
  const found = new Set<string>()
  const note = (lines: string[] = []) => lines.forEach((line) => found.add(/^[^=]*/.exec(line)![0]))
  const game = await createGame({ slug: 'lamps', url: '/play/lamps/', provider: 'own', isOriginal: true })
  const actor = await createActor({ role: 'operator' })
  const post = await createPost({ playerId: actor.id })
  const comment = await createComment(actor, post)
  const { id, username } = actor
  const world = {
    game: game.id,
    session: id,
    play: id,
    id,
    username,
    post: post.id,
    comment: comment.id,
    uploaded: 2,
    message: 1,
    blogPost: 1,
  }
  let asked = 0
  for (const cookie of [actor.cookie, null]) {
    for (const row of ACCESS) {
      const { path, headers, ...request } = requestOf(row, world)
      const from = { 'x-forwarded-for': `10.3.${++asked >> 8}.${asked & 255}`, ...(cookie && { cookie }) }
      note(
        (await portal.send(path, { ...request, headers: { ...headers, ...from, origin: SITE } })).headers['set-cookie'],
      )
    }
  }
  const browser = portal.openBrowser()
  issuer.state.identity = { sub: '1', email: 'gina@mail.example', email_verified: true, name: 'Gina' }
  const begun = await browser.post('/login/google', { next: '/' })
  const there = /href="(http:\/\/(?:127|localhost)[^"]+)"/.exec(begun.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const back = new URL((await fetch(there, { redirect: 'manual' })).headers.get('location') ?? '')
  const done = await browser.get(back.pathname + back.search)
  note([...(begun.headers['set-cookie'] ?? []), ...(done.headers['set-cookie'] ?? [])])
  expect(done.headers.location).toBe('/')
  for (const name of found) expect(names(COOKIES, name), `The portal sets the cookie ${name}: ${ADD}`).toBe(true)
  expect([...found].toSorted()).toEqual(COOKIES.map(({ name }) => name).toSorted())
})

test('every cookie in the source is named', () => {
  const text = sources.map((one) => one.text).join('\n')
  const kinds = /type Kind = ([^\n]*)/.exec(sources.find(({ file }) => file.endsWith('cookies.server.ts'))!.text)![1]!
  const found = [
    ...Array.from(kinds.matchAll(/'(\w+)'/g), ([, kind]) => `playhall_${kind}`),
    ...Array.from(text.matchAll(/['"`](playhall_\w+)['"`=]/g), ([, name]) => name as string),
  ].filter((name) => name !== 'playhall_purge')
  expect(found.length).toBeGreaterThan(2)
  for (const name of found) expect(names(COOKIES, name), `The source names the cookie ${name}: ${ADD}`).toBe(true)
  // Only these files may set cookies; the routes' cookies are checked above.
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

test('the policies show every named item', async () => {
  const [privacy, cookies] = [
    wordsOf(await portal.send('/privacy-policy')),
    wordsOf(await portal.send('/cookie-policy')),
  ]
  for (const { name } of [...COOKIES, ...LOCAL_STORAGE, ...SESSION_STORAGE])
    for (const words of [privacy, cookies]) expect(words).toContain(name.replace('*', '…'))
  for (const { title } of Object.values(PLAYER_DATA)) expect(privacy).toContain(title)
  expect(privacy).toContain('a hash of your password that cannot be reversed')
})
