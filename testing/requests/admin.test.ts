import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTRIES_ON_PAGE, logAct } from '../../app/accounts/operators/audit-log.server.ts'
import { setOperator } from '../../app/accounts/operators/set-operator.server.ts'
import { database } from '../../app/db/connection.server.ts'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createGames } from '../fixtures/games.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'

/** Operators' pages are a 404 for everybody else. */

let portal: BuiltPortal
const cookies = { player: '', operator: '' }
let operator: { id: string; username: string }

beforeAll(async () => {
  portal = await startBuiltPortal()
  const player = await createPlayer({ username: 'plain_player' })
  operator = await createPlayer({ username: 'mara_v', role: 'operator' })
  cookies.player = (await signIn(player)).cookie
  cookies.operator = (await signIn(operator)).cookie
  // The first page of the day records the visit and shows a message.
  for (const cookie of Object.values(cookies)) await portal.openBrowser().get('/', { cookie })
})
afterAll(() => portal?.stop())

const ask = (at: string, cookie?: string) => portal.openBrowser().get(at, cookie ? { cookie } : {})

const PLACES = [
  '/admin/acts',
  '/admin/acts?before=5',
  '/admin/acts/',
  '/admin/acts.data',
  '/admin/moderation',
  '/admin/moderation/words',
  '/admin/moderation/decision?kind=post&id=1',
  '/admin/players/mara_v/suspension',
  '/admin/moderation.data',
  '/admin/search?q=mara',
]

test.each(PLACES)('%s looks like an unknown address to everybody except operators', async (at) => {
  const nowhere = at.replace(/acts|moderation|players|search/, 'none')
  for (const cookie of [undefined, cookies.player, 'playhall_session=forged.AAAA']) {
    const [there, none] = [await ask(at, cookie), await ask(nowhere, cookie)]
    expect(there.status).toBe(404)
    expect(headersOf(there)).toEqual(headersOf(none))
    expect(visibleMarkup(there)).toBe(visibleMarkup(none))
  }
})

test('an operator sees the audit log, newest first, and no cache stores it', async () => {
  const { email } = await createPlayer({ username: 'jo_lee', email: 'jo@mail.example' })
  await setOperator(email, true)
  await database().transaction(async (tx) => {
    const on = { kind: 'player' as const, id: (await createPlayer({ username: 'tom_k' })).id }
    await logAct(tx, { by: operator, act: 'operator removed', on, why: 'Asked for it <b>himself</b>' })
  })
  const answer = await ask('/admin/acts', cookies.operator)
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.text).toContain('<meta name="robots" content="noindex"')
  expect(answer.text).not.toContain('<b>himself')
  expect(wordsOf(answer)).toMatch(
    /Audit log When Operator Action Item Reason \d+ \w+ \d{4}, \d\d:\d\d UTC mara_v operator removed player @tom_k Asked for it &lt;b&gt;himself&lt;\/b&gt; .* command line operator added player @jo_lee No reason given/,
  )
})

test('links lead to older and newer pages of the log', async () => {
  await database().execute(sql`
    insert into operator_acts (operator_name, act, on_kind, on_id, why)
    select 'command line', 'operator added', 'player', gen_random_uuid(), 'act ' || at || '.' from generate_series(1, ${ENTRIES_ON_PAGE}) at`)
  const newest = await ask('/admin/acts', cookies.operator)
  expect(wordsOf(newest)).toContain(`act ${ENTRIES_ON_PAGE}.`)
  expect(newest.text).not.toContain('>Newest<')
  const older = /href="(\/admin\/acts\?before=\d+)"/.exec(newest.text)?.[1]
  const last = await ask(older ?? '', cookies.operator)
  expect(wordsOf(last)).toContain('operator added player @jo_lee')
  expect(wordsOf(last)).not.toContain('act 1.')
  expect(wordsOf(last)).toMatch(/ Newest $/)
  expect(wordsOf(await ask('/admin/acts?before=1', cookies.operator))).toContain('No older entries')
  for (const nonsense of ['0', '-1', 'x', '1.5', '99999999999', '%27--'])
    expect(wordsOf(await ask(`/admin/acts?before=${nonsense}`, cookies.operator))).toBe(wordsOf(newest))
})

test('the log links to what an operator changed', async () => {
  const items = [
    ['game', '11', '/admin/games/11'],
    ['games', '12', '/admin/games/bulk/12'],
    ['view', 'status=pending', '/admin/games?status=pending'],
    ['feed', '13', '/admin/feeds/13'],
    ['feed run', '14', '/admin/feeds/runs/14'],
    ['category', 'puzzle', '/admin/categories/puzzle'],
    ['tag', 'a & b', '/admin/tags/edit?tag=a+%26+b'],
    ['collection', '15', '/admin/collections/15'],
    ['message', '16', '/admin/inbox/16'],
    ['blog post', 'lamps', '/blog/lamps'],
    ['words', '', '/admin/moderation/words'],
    ['site', '', '/admin/site'],
    ['home page', '', '/admin/home-page'],
  ]
  for (const [kind, id] of items)
    await database().execute(sql`
      insert into operator_acts (operator_name, act, on_kind, on_id) values ('mara_v', 'changed', ${kind}, ${id})`)
  const { text } = await ask('/admin/acts', cookies.operator)
  const links = Array.from(
    text.matchAll(/<td>(?:<!-- -->|[a-z ])*<a class="text-link" href="([^"]*)"/g),
    ([, to]) => to,
  )
  expect(links.slice(0, items.length)).toEqual(items.map(([, , to]) => to).toReversed())
})

test('a removed operator loses access at once', async () => {
  const former = await createPlayer({ role: 'operator' })
  const { cookie } = await signIn(former)
  expect((await ask('/admin/acts', cookie)).status).toBe(200)
  await setOperator(former.email, false)
  expect((await ask('/admin/acts', cookie)).status).toBe(404)
})

test('the console has its own header and menu, with counts, and marks the open page', async () => {
  await createGames([{ status: 'pending', url: null, heldUrl: 'https://html5.gamemonetize.com/held/' }])
  await createPost({ state: 'held', stateWhy: 'word' })
  const { text } = await ask('/admin/moderation/removed', cookies.operator)
  const menu = /<nav id="console-menu".*?<\/nav>/s.exec(text)?.[0] ?? ''
  const words = menu
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(words).toMatch(
    /^ Games 1 pending review .*Moderation 1 waiting Removed Suspended Blocklist Players Inbox .*Audit log View site $/,
  )
  expect(menu).toContain('<a href="/admin/moderation/removed" aria-current="page">')
  expect(menu.match(/aria-current/g)).toHaveLength(1)
  expect(text).toContain('action="/admin/search"')
  expect(text).not.toMatch(/class="(sidebar|footer)"|action="\/games"/)
  const missing = await ask('/admin/inbox/999999', cookies.operator)
  expect([missing.status, missing.text.includes('id="console-menu"')]).toEqual([404, true])
})

test('an operator searches everything on one page, and a script gets the same as data', async () => {
  const player = await createPlayer({ username: 'lantern_fan', email: 'berit@mail.example' })
  await createGames([
    { title: 'Lantern Walk', status: 'hidden', url: null, heldUrl: 'https://html5.gamemonetize.com/l/' },
  ])
  await createPost({ title: 'Where is the lantern?', playerId: player.id })
  const page = await ask('/admin/search?q=lantern', cookies.operator)
  expect(wordsOf(page)).toMatch(
    /Results for “lantern” .*Games Lantern Walk .* Hidden Players @lantern_fan berit@mail.example Posts Where is the lantern\?/,
  )
  const { text } = await ask('/admin/search/results?q=BERIT%40mail', cookies.operator)
  expect(JSON.parse(text)).toMatchObject({ groups: [{ kind: 'players', hits: [{ title: '@lantern_fan' }] }] })
  expect((await ask('/admin', cookies.operator)).headers.location).toBe('/admin/games')
})

test('no page for others links there', async () => {
  for (const at of ['/', '/games', '/account', '/sitemap.xml', '/sitemaps/pages.xml', '/robots.txt'])
    expect((await ask(at, cookies.player)).text, at).not.toContain('href="/admin')
})

/** The headers without those that differ in each response, and without the length, which depends on script names. */
function headersOf({ headers }: Answer) {
  const { date: _date, 'content-length': _length, 'content-security-policy': policy, ...others } = headers
  return { ...others, policy: String(policy).replace(/'(sha256|nonce)-[^']*'/g, '') }
}

/** The markup without scripts and the links that preload them. */
function visibleMarkup({ text }: Answer): string {
  if (!text.startsWith('<!DOCTYPE')) return /"Not Found"/.exec(text)?.[0] ?? text
  return text
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/ nonce="[^"]*"/g, '')
    .replace(/<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
}
