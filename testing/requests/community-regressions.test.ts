import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { blocklist, playerBlocks, posts } from '../../app/db/schema/community.server.ts'
import { storage } from '../../app/server/files/storage.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { type Actor, createActor, NOT_NEW } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'

/** Regression tests for faults that testers found in the community, over HTTP. */

let portal: BuiltPortal
let author: Actor
let other: Actor
let operator: Actor
beforeAll(async () => {
  portal = await startBuiltPortal()
  author = await createActor(NOT_NEW)
  other = await createActor(NOT_NEW)
  operator = await createActor({ ...NOT_NEW, role: 'operator' })
  await database().insert(blocklist).values({ word: 'badword' })
})
afterAll(() => portal?.stop())

const get = (at: string, as: Actor | null = null) => portal.send(at, as ? { headers: { cookie: as.cookie } } : {})
const post = (at: string, fields: Record<string, string>, { cookie }: Actor) =>
  portal.send(at, {
    method: 'POST',
    headers: { cookie, origin: SITE, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

test('only the author and operators see the picture of a removed or pending post', async () => {
  const key = `post_pictures/${author.id}/lamps.webp`
  await storage().put(key, Buffer.from('RIFF0000WEBP'), 'image/webp')
  const { id } = await createPost({ playerId: author.id, mediaUrl: `/files/${key}` })
  expect((await get(`/files/${key}`)).headers['cache-control']).toContain('immutable')
  for (const state of ['removed', 'held'] as const) {
    await database().update(posts).set({ state }).where(eq(posts.id, id))
    await database().execute(sql`select pg_notify('playhall_purge', '{"tags":["community"]}')`)
    await expect.poll(async () => (await get(`/files/${key}`)).status).toBe(404)
    const statuses = await Promise.all([
      get(`/files/${key}`, other),
      get(`/files/${key}`, author),
      get(`/files/${key}`, operator),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200])
    expect(statuses[1]!.headers['cache-control']).toBe('private, no-store')
  }
})

test('a renamed or deleted player changes on game pages and posts without waiting for the cache', async () => {
  const game = await createGame({ slug: 'moto-rush' })
  const leaver = await createActor({ ...NOT_NEW, username: 'old_name' })
  const written = await createPost({ playerId: leaver.id, gameId: game.id, title: 'Brakes' })
  const commented = await createPost({ playerId: author.id, comments: 1 })
  await createComment(leaver, commented)
  const pages = ['/games/moto-rush', `/community/${written.id}`, `/community/${commented.id}`]
  const names = async (name: string) =>
    (await Promise.all(pages.map((at) => get(at)))).map(({ text }) => text.includes(name))
  expect(await names('old_name')).toEqual([true, true, true])
  const fields = { username: 'new_name', fullName: '', showsWishlist: 'on' }
  expect((await post('/account/profile', fields, leaver)).status).toBe(303)
  await expect.poll(() => names('old_name')).toEqual([false, false, false])
  expect(await names('new_name')).toEqual([true, true, true])
  expect((await post('/account/delete', { username: 'new_name' }, leaver)).status).toBeLessThan(400)
  await expect.poll(() => names('new_name')).toEqual([false, false, false])
})

test('notifications omit pending posts and posts by authors who blocked the recipient', async () => {
  const { id } = await createPost({ playerId: author.id, title: 'Plain title' })
  const comment = await createComment(other, { id })
  await database().execute(sql`
    insert into notifications (player_id, kind, post_id, comment_id, words)
    values (${other.id}::uuid, 'decision', ${id}, ${comment.id}, 'Your comment was removed: no')`)
  await database().execute(sql`
    insert into notifications (player_id, kind, post_id, actor_id) values (${other.id}::uuid, 'like', ${id}, ${author.id}::uuid)`)
  expect((await get('/notifications', other)).text).toContain('Plain title')
  await database().update(posts).set({ title: 'Held secret', state: 'held' }).where(eq(posts.id, id))
  expect((await get('/notifications', other)).text).not.toContain('Held secret')
  await database().update(posts).set({ state: 'shown' }).where(eq(posts.id, id))
  await database().insert(playerBlocks).values({ playerId: author.id, blockedId: other.id })
  expect((await get('/notifications', other)).text).not.toContain('Held secret')
  expect((await get(`/reports/new?kind=post&id=${id}`, other)).status).toBe(404)
  await database().delete(playerBlocks)
})

test('edits by a player are limited, with a message', async () => {
  const busy = await createActor(NOT_NEW)
  const { id } = await createComment(busy, await createPost({ playerId: author.id }))
  const statuses: number[] = []
  for (let at = 0; at < 31; at++)
    statuses.push((await post(`/comments/${id}/edit`, { content: `No ${at}` }, busy)).status)
  expect(statuses.slice(0, 30).every((status) => status === 303)).toBe(true)
  expect(statuses[30]).toBe(429)
  expect((await post(`/comments/${id}/edit`, { content: 'Again' }, busy)).text).toMatch(
    /You can edit a comment again in \d+ minutes\./,
  )
})

test.each(['victim.data', 'a_b.DATA'])(
  'the username %s is refused: the router would treat it as a data request',
  async (username) => {
    const answer = await post('/account/profile', { username, fullName: '' }, other)
    expect([answer.status, answer.text.includes('Username may not end in .data')]).toEqual([400, true])
  },
)

test('refused pictures do not count towards the limit of posts', async () => {
  const writer = await createActor(NOT_NEW)
  const fields = { type: 'discussion', content: 'Brake before the puddle.' }
  for (let at = 0; at < 3; at++)
    expect((await post('/community/new', { ...fields, mediaUrl: 'https://evil.example/x.png' }, writer)).status).toBe(
      400,
    )
  expect((await post('/community/new', fields, writer)).status).toBe(303)
})

test('a newcomer’s link is pending in every field', async () => {
  const newcomer = await createActor({ ...NOT_NEW, createdAt: new Date() })
  const fields = { type: 'discussion', content: 'All games here: https://spam.example/now' }
  expect((await post('/community/new', fields, newcomer)).status).toBe(303)
  const [row] = await database().select().from(posts).where(eq(posts.playerId, newcomer.id))
  expect(row).toMatchObject({ state: 'held', stateWhy: 'first' })
})
