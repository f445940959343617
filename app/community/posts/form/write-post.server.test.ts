import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../../../testing/fixtures/credits.ts'
import { runFileDeletions } from '../../../../testing/fixtures/file-deletions.ts'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame } from '../../../../testing/fixtures/games.ts'
import { createPlayer, type PlayerRow } from '../../../../testing/fixtures/players.ts'
import { createComment, createPost as createPostRow } from '../../../../testing/fixtures/posts.ts'
import { database } from '../../../db/connection.server.ts'
import { comments, blocklist, postCounts, posts } from '../../../db/schema/community.server.ts'
import { games } from '../../../db/schema/games.server.ts'
import { openLog } from '../../../server/process/log.server.ts'
import { approve } from '../../../moderation/decide.server.ts'
import { findModeratedItem } from '../../../moderation/moderated-items.server.ts'
import { dropAllCached } from '../../../server/cache/data-cache.server.ts'
import { storage } from '../../../server/files/storage.server.ts'
import { addComment } from '../../comments/add-comment.server.ts'
import { changePost } from '../change-post.server.ts'
import { createPost, type PostValues } from './create-post.server.ts'
import { deletePost } from '../delete-post.server.ts'
import { findPostGame } from './find-post-game.server.ts'
import { findMedia, storeMedia } from '../post-media.server.ts'

const DAY_AGO = new Date(Date.now() - 25 * 3_600_000)
const PLAIN: PostValues = {
  type: 'discussion',
  title: '',
  content: 'Brake before the puddle.',
  tags: [],
  redirectUrl: null,
  redirectTitle: '',
  gameId: null,
  media: null,
}
const LINK = 'https://example.com/'
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-writing-'))

let world: Awaited<ReturnType<typeof createTestDatabase>>
let player: PlayerRow
let operator: PlayerRow
let picture: Buffer

beforeAll(async () => {
  openLog({ level: 'silent', pretty: false })
  Object.assign(process.env, { DATA_DIR: folder, SITE_URL: 'https://play.example' })
  world = await createTestDatabase()
  await database().insert(blocklist).values({ word: 'cheap gold' })
  picture = await pictureOf(40, 30)
  operator = await createPlayer({ role: 'operator' })
})
beforeEach(async () => {
  player = await createPlayer({ createdAt: DAY_AGO })
})
afterAll(async () => {
  await world.drop()
  rmSync(folder, { recursive: true })
})

const pictureOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
let written = 0
/** Gives each post its own title, since an identical post is not created twice. */
const write = async (values: Partial<PostValues> = {}, as = player) =>
  (await createPost(as, { ...PLAIN, title: `No ${++written}`, ...values }))!.id
const change = (id: number, values: Partial<PostValues>, as = player) => changePost(as, id, { ...PLAIN, ...values })
const show = async (id: number) => {
  const subject = { kind: 'post', id: String(id) } as const
  const version = (await findModeratedItem(subject))?.version ?? ''
  return approve({ operator: { ...operator, sessionId: '' }, subject, seen: 0, version })
}
const rowOf = async (id: number) => (await database().select().from(posts).where(eq(posts.id, id)))[0]
const countsOf = async (id: number) => (await database().select().from(postCounts).where(eq(postCounts.postId, id)))[0]
const isStored = async (href: string) => {
  await runFileDeletions()
  const file = await storage().get(href.replace('/files/', ''))
  await file?.cancel()
  return file !== null
}

test('a new post gets counts and credits', async () => {
  const { id: gameId } = await createGame()
  const values = { ...PLAIN, title: 'Gate four', tags: ['racing'], redirectUrl: LINK, redirectTitle: 'Map', gameId }
  const id = await write({ ...values, type: 'question' })
  expect(await rowOf(id)).toMatchObject({
    playerId: player.id,
    title: 'Gate four',
    gameId,
    state: 'shown',
    editedAt: null,
  })
  expect(await countsOf(id)).toMatchObject({ type: 'question', isShown: true, likes: 0, comments: 0 })
  expect(await readLedger(player.id)).toEqual([`post:${id} 50`])
})

test.each<[string, Partial<PostValues>, number]>([
  ['200 letters', { content: '🎮'.repeat(200) }, 30],
  ['201 letters', { content: '🎮'.repeat(201) }, 40],
  ['500 letters', { content: 'a'.repeat(500) }, 40],
  ['501 letters', { content: 'a'.repeat(501) }, 60],
  ['a picture', { media: { mediaUrl: '/pictures/1/320', mediaWidth: null, mediaHeight: null } }, 45],
  ['tags', { tags: ['a', 'b'] }, 35],
  ['a link', { redirectUrl: LINK }, 40],
  ['a showcase', { type: 'showcase' }, 40],
  ['a tip', { type: 'question' }, 35],
  ['a suggestion', { type: 'suggestion' }, 30],
])('%s: earns the right number of credits', async (_, values, credits) => {
  const id = await write(values)
  expect(await readLedger(player.id)).toEqual([`post:${id} ${credits}`])
})

test('a player earns for five posts a day, even when seven are created at once', async () => {
  await Promise.all(Array.from({ length: 7 }, () => write()))
  expect(await readBalance(player.id)).toEqual({ total: 150, sum: 150 })
})

test('a link title without a link is dropped', async () => {
  expect(await rowOf(await write({ redirectTitle: 'Map' }))).toMatchObject({ redirectUrl: null, redirectTitle: '' })
})

test('a deleted player cannot create a post', async () => {
  await database().execute(sql`delete from players where id = ${player.id}`)
  expect(await createPost(player, PLAIN)).toBeNull()
})

test.each<[string, Partial<PostValues>]>([
  ['title', { title: 'Cheap gold' }],
  ['content', { content: 'Here is CHEAP, gold!' }],
  ['tags', { tags: ['cheap gold'] }],
  ['link', { redirectUrl: 'https://example.com/cheap-gold' }],
  ['title of the link', { redirectUrl: LINK, redirectTitle: 'cheap gold' }],
])('a blocked word in the %s holds a post, which earns once it is shown', async (_, values) => {
  const id = await write(values)
  expect(await rowOf(id)).toMatchObject({ state: 'held', stateWhy: 'word' })
  expect(await countsOf(id)).toMatchObject({ isShown: false })
  expect(await readLedger(player.id)).toEqual([])
  await Promise.all([show(id), show(id)])
  expect(await rowOf(id)).toMatchObject({ state: 'shown', stateWhy: '' })
  expect(await countsOf(id)).toMatchObject({ isShown: true })
  expect(await readLedger(player.id)).toHaveLength(1)
})

test('the first link or picture of a new account is held, later accounts’ are not', async () => {
  const newcomer = await createPlayer()
  for (const values of [{ redirectUrl: LINK }, { content: `At ${LINK}` }, { tags: ['www.example.com'] }])
    expect(await rowOf(await write(values, newcomer))).toMatchObject({ state: 'held', stateWhy: 'first' })
  expect(await rowOf(await write({}, newcomer))).toMatchObject({ state: 'shown' })
  expect(await rowOf(await write({ redirectUrl: LINK }))).toMatchObject({ state: 'shown' })
})

test('all links of a new account are held until an operator has approved one', async () => {
  const newcomer = await createPlayer()
  const first = await write({ redirectUrl: LINK }, newcomer)
  expect(await rowOf(await write({ redirectUrl: LINK, content: 'Second' }, newcomer))).toMatchObject({ state: 'held' })
  await database().update(posts).set({ state: 'removed' }).where(eq(posts.id, first))
  expect(await rowOf(await write({ redirectUrl: LINK, content: 'Third' }, newcomer))).toMatchObject({ state: 'held' })
  await database().update(posts).set({ state: 'shown' }).where(eq(posts.id, first))
  expect(await rowOf(await write({ redirectUrl: LINK, content: 'Fourth' }, newcomer))).toMatchObject({ state: 'shown' })
})

test.each(['post', 'comment'])('a link in the text of an approved %s of a new account counts, too', async (kind) => {
  const newcomer = await createPlayer()
  const content = 'The map is at www.example.com'
  if (kind === 'comment') await createComment(newcomer, await createPostRow(), { content })
  else await show(await write({ content }, newcomer))
  expect(await rowOf(await write({ redirectUrl: LINK, content: 'Second' }, newcomer))).toMatchObject({ state: 'shown' })
})

test('an edit changes every field, but neither credits nor counts', async () => {
  const { id: gameId } = await createGame()
  const id = await write()
  await database().update(postCounts).set({ likes: 3 }).where(eq(postCounts.postId, id))
  const values = {
    title: 'New',
    type: 'showcase' as const,
    tags: ['a'],
    redirectUrl: LINK,
    redirectTitle: 'Map',
    gameId,
  }
  expect(await change(id, values)).toBe(true)
  expect(await rowOf(id)).toMatchObject({ ...values, editedAt: expect.any(Date) })
  expect(await countsOf(id)).toMatchObject({ type: 'showcase', likes: 3, isShown: true })
  expect(await readLedger(player.id)).toEqual([`post:${id} 30`])
})

test('an edit preserves a game that is not public at the moment, since the form cannot show it', async () => {
  const [game, other] = [await createGame(), await createGame()]
  const id = await write({ gameId: game.id })
  await database().update(games).set({ url: null }).where(eq(games.id, game.id))
  await change(id, { content: 'Brake before the second puddle.' })
  expect(await rowOf(id)).toMatchObject({ gameId: game.id, content: 'Brake before the second puddle.' })
  await change(id, { gameId: other.id })
  expect(await rowOf(id)).toMatchObject({ gameId: other.id })
  await change(id, {})
  expect(await rowOf(id)).toMatchObject({ gameId: null })
})

test('an edit holds or shows a post depending on its words', async () => {
  const id = await write()
  await change(id, { content: 'Here is cheap gold' })
  expect([(await rowOf(id))?.state, (await countsOf(id))?.isShown]).toEqual(['held', false])
  await change(id, {})
  expect([(await rowOf(id))?.state, (await countsOf(id))?.isShown]).toEqual(['shown', true])
  expect(await readBalance(player.id)).toEqual({ total: 30, sum: 30 })
})

test('only its author edits a post, and not after an operator removed it', async () => {
  const id = await write()
  for (const other of [await createPlayer(), await createPlayer({ role: 'operator' })]) {
    expect(await change(id, { title: 'Mine' }, other)).toBe(false)
  }
  await database().update(posts).set({ state: 'removed' }).where(eq(posts.id, id))
  expect(await change(id, { title: 'Again' })).toBe(false)
  expect(await rowOf(id)).toMatchObject({ content: PLAIN.content, state: 'removed' })
})

test('concurrent edits, approvals and deletion leave no post and no credits', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => write({ content: 'Here is cheap gold' })))
  await Promise.all(
    ids.flatMap((id) => [change(id, {}), show(id), change(id, { title: 'Two' }), deletePost(player.id, id)]),
  )
  expect(await database().select().from(posts).where(eq(posts.playerId, player.id))).toEqual([])
  expect(await readBalance(player.id)).toEqual({ total: 0, sum: 0 })
})

test('a picture is stored as WebP of at most 1600 pixels, and never enlarged', async () => {
  expect(await storeMedia(player.id, picture)).toMatchObject({ mediaWidth: 40, mediaHeight: 30 })
  const wide = await storeMedia(player.id, await pictureOf(3200, 400))
  expect(wide).toMatchObject({ mediaWidth: 1600, mediaHeight: 200 })
  expect(wide.mediaUrl).toMatch(new RegExp(`^/files/post_pictures/${player.id}/[\\w-]{22}\\.webp$`))
})

test.each([
  ['broken', () => picture.subarray(0, 60)],
  ['type', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['large', () => Buffer.concat([picture, Buffer.alloc(5 << 20)])],
  ['missing', () => Buffer.alloc(0)],
])('an upload is refused: %s', async (fault, upload) => {
  await expect(storeMedia(player.id, upload())).rejects.toMatchObject({ fault })
})

test('a picture is deleted once no post shows it', async () => {
  const [first, second] = [await storeMedia(player.id, picture), await storeMedia(player.id, picture)]
  const id = await write({ media: first })
  const other = await write({ media: second })
  await change(id, { media: first, title: 'Same' })
  expect(await isStored(first.mediaUrl)).toBe(true)
  await change(id, { media: second })
  expect([await isStored(first.mediaUrl), await isStored(second.mediaUrl)]).toEqual([false, true])
  await deletePost(player.id, other)
  expect(await isStored(second.mediaUrl)).toBe(true)
  await change(id, { media: null })
  expect(await isStored(second.mediaUrl)).toBe(false)
})

test('a picture of another player is not deleted with the post', async () => {
  const media = await storeMedia((await createPlayer()).id, picture)
  await deletePost(player.id, await write({ media }))
  expect(await isStored(media.mediaUrl)).toBe(true)
})

test('only addresses of the portal’s own visible pictures are accepted, as paths', async () => {
  const media = await storeMedia(player.id, picture)
  const { mediaUrl } = media
  expect(await findMedia(player.id, mediaUrl)).toBeNull()
  const shown = await write({ media })
  dropAllCached()
  const feed = await createGame({ imageUrl: 'https://img.example/a.jpg' })
  await createGame({
    provider: 'own',
    url: '/originals/a/',
    imageUrl: '/art/own.webp',
    posterUrl: '/art/own-tall.webp',
  })
  for (const path of [mediaUrl, `/pictures/${feed.id}/640`, '/art/own.webp', '/art/own-tall.webp']) {
    expect(await findMedia(player.id, path)).toMatchObject({ mediaUrl: path })
    expect(await findMedia(player.id, `https://play.example${path}?a#b`)).toMatchObject({ mediaUrl: path })
  }
  const { id: another } = await createPlayer()
  expect(await findMedia(another, mediaUrl)).toBeNull()
  await database().update(posts).set({ state: 'removed' }).where(eq(posts.id, shown))
  dropAllCached()
  const hidden = await createGame({ imageUrl: 'https://img.example/b.jpg', status: 'hidden' })
  const refused = [
    mediaUrl,
    `/pictures/${hidden.id}/640`,
    `/pictures/${hidden.id}/poster`,
    `/files/post_pictures/${player.id}/nothing.webp`,
    '/files/../secret',
    `/files${mediaUrl}`,
    `/pictures/${feed.id}/641`,
    '/pictures/999999/320',
    '/logout',
    '/',
    `//evil.example${mediaUrl}`,
    `/\\evil.example${mediaUrl}`,
    `https://play.example@evil.example${mediaUrl}`,
    `https://play.example.evil.example${mediaUrl}`,
    `http://play.example${mediaUrl}`,
    'https://evil.example/a.webp',
    'javascript:alert(1)',
    'a.webp',
  ]
  for (const address of refused) expect([address, await findMedia(player.id, address)]).toEqual([address, null])
})

test('a game is found by slug or title if it is listed', async () => {
  const { id } = await createGame({ slug: 'gate-four', title: 'Gate Four' })
  await createGame({ slug: 'gone', title: 'Gone', url: null })
  expect((await findPostGame('gate-four'))?.id).toBe(id)
  expect((await findPostGame('Gate Four'))?.id).toBe(id)
  expect([await findPostGame('gone'), await findPostGame('no such'), await findPostGame('漢字')]).toEqual([
    null,
    null,
    null,
  ])
})

test('the same post sent again within ten minutes is created once, in case a response was lost', async () => {
  const values = { ...PLAIN, title: 'Twice', tags: ['racing'] }
  const create = async (as: typeof player, given: PostValues) => (await createPost(as, given))!.id
  const ids = await Promise.all(Array.from({ length: 5 }, () => create(player, values)))
  expect(new Set(ids).size).toBe(1)
  expect(await readBalance(player.id)).toMatchObject({ total: 35 })
  expect(await create(player, { ...values, type: 'question' })).not.toBe(ids[0])
  expect(await create(await createPlayer({ createdAt: DAY_AGO }), values)).not.toBe(ids[0])
  const [first, again] = [await storeMedia(player.id, picture), await storeMedia(player.id, picture)]
  const pictured = await create(player, { ...values, media: first })
  expect(pictured).not.toBe(ids[0])
  expect(await create(player, { ...values, media: again })).toBe(pictured)
  expect([await isStored(first.mediaUrl), await isStored(again.mediaUrl)]).toEqual([true, false])
  await database().execute(sql`update posts set created_at = now() - interval '11 minutes'`)
  expect(await create(player, values)).not.toBe(ids[0])
})

test('a post or comment is not created when its award fails', async () => {
  const author = await createPlayer({ createdAt: DAY_AGO })
  const known = await createPost(author, PLAIN)
  await database().execute(sql`alter table credit_awards rename to away`)
  await expect(createPost(author, { ...PLAIN, title: 'Without its award' })).rejects.toThrow()
  await expect(addComment({ ...author, sessionId: '' }, known!.id, 'Without its award')).rejects.toThrow()
  await database().execute(sql`alter table away rename to credit_awards`)
  expect(await database().$count(posts, eq(posts.playerId, author.id))).toBe(1)
  expect(await database().$count(comments, eq(comments.playerId, author.id))).toBe(0)
})
