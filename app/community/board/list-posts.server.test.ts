import naughty from 'big-list-of-naughty-strings'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, type PlayerRow, signIn } from '../../../testing/fixtures/players.ts'
import { createPost } from '../../../testing/fixtures/posts.ts'
import { database } from '../../db/connection.server.ts'
import { playerBlocks, postCounts, postLikes, posts } from '../../db/schema/community.server.ts'
import { cut } from '../../lib/text.ts'
import { dropAllCached, dropCached } from '../../server/cache/data-cache.server.ts'
import { boardHref } from '../community-href.ts'
import { boardQueryOf } from './board-query.ts'
import { findContent } from '../posts/load-post.server.ts'
import { listPosts } from './list-posts.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
let author: PlayerRow
let player: PlayerRow
let token: string

beforeAll(async () => {
  world = await createTestDatabase()
})
beforeEach(async () => {
  await database().delete(posts)
  dropAllCached()
  author = await createPlayer()
  player = await createPlayer()
  token = (await signIn(player)).token
})
afterAll(() => world.drop())

type Params = Parameters<typeof boardHref>[0]

const listBoard = (params: Params = {}, by: string | null = null) =>
  listPosts(boardQueryOf(new Request(new URL(boardHref(params), 'http://localhost'))), by)
const titles = async (params?: Params, by?: string | null) =>
  (await listBoard(params, by)).posts.map(({ title }) => title)

const write = (title: string, more: Parameters<typeof createPost>[0] = {}) =>
  createPost({ playerId: author.id, title, ...more })

async function writeMany(count: number, name = 'Post'): Promise<void> {
  for (let at = 1; at <= count; at++) await write(`${name} ${at}`)
}

/** Creates posts with the given number of likes, by title. */
async function writeLiked(likes: Record<string, number>): Promise<void> {
  for (const [title, count] of Object.entries(likes)) {
    const { id } = await write(title)
    await database().update(postCounts).set({ likes: count }).where(eq(postCounts.postId, id))
  }
}

/** Returns all titles of a list, page by page; `meanwhile` runs between two pages. */
async function readAll(params: Params, by: string | null = null, meanwhile = async () => {}): Promise<string[]> {
  const found: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const list = await listBoard({ ...params, after }, by)
    found.push(...list.posts.map(({ title }) => title))
    after = list.next
    await meanwhile()
  }
  return found
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Post ${count - at}`)

test('the board lists the newest posts first, twenty a page', async () => {
  await writeMany(21)
  const { posts: first, next } = await listBoard()
  expect(first.map(({ title }) => title)).toEqual(numbered(21).slice(0, 20))
  expect(await titles({ after: next! })).toEqual(['Post 1'])
  await database().delete(posts).where(eq(posts.title, 'Post 1'))
  dropCached(['community'])
  expect((await listBoard()).next).toBeNull()
})

test('paging repeats and skips no post while others are created and deleted', async () => {
  await writeMany(50)
  let turn = 0
  const meanwhile = async () => {
    await write('New')
    await database()
      .delete(posts)
      .where(eq(posts.title, `Post ${40 - 20 * turn++}`))
  }
  for (const by of [null, token]) {
    dropAllCached()
    const found = (await readAll({}, by, meanwhile)).filter((title) => title !== 'New')
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((title) => !['Post 40', 'Post 20'].includes(title))).toEqual(
      numbered(50).filter((title) => !['Post 40', 'Post 20'].includes(title)),
    )
  }
})

test('every list can be filtered by type', async () => {
  await write('Talk')
  await write('Tip', { type: 'question' })
  await write('Other tip', { type: 'question' })
  expect(await titles({ type: 'question' })).toEqual(['Other tip', 'Tip'])
  expect(await titles({ type: 'question', tab: 'popular' })).toEqual(['Other tip', 'Tip'])
  expect(await titles({ type: 'question', search: 'brake' })).toEqual(['Other tip', 'Tip'])
  expect(await titles({ type: 'question', search: 'brake', tab: 'popular' })).toEqual(['Other tip', 'Tip'])
  expect(await titles({ type: 'showcase' })).toEqual([])
  await write('My tip', { playerId: player.id, type: 'question' })
  await write('My talk', { playerId: player.id })
  expect(await titles({ type: 'question', tab: 'my-posts' }, token)).toEqual(['My tip'])
})

test('the popular list orders by likes plus comments, then newest first, on every page', async () => {
  await writeLiked({ Three: 3, Five: 5, One: 1, 'Later three': 3 })
  const { id } = await write('Said')
  await database().update(postCounts).set({ likes: 2, comments: 2 }).where(eq(postCounts.postId, id))
  expect(await titles({ tab: 'popular' })).toEqual(['Five', 'Said', 'Later three', 'Three', 'One'])
  await writeLiked(Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`Post ${at + 1}`, 10 + (at >> 2)])))
  dropCached(['community'])
  expect(await readAll({ tab: 'popular' })).toEqual([...numbered(45), 'Five', 'Said', 'Later three', 'Three', 'One'])
  expect((await readAll({ tab: 'popular', search: 'brake' }, token)).slice(0, 45)).toEqual(numbered(45))
})

test('held and removed posts are only in their author’s own list, with the reason', async () => {
  await write('Shown')
  await write('Held', { state: 'held', stateWhy: 'word' })
  await write('Removed', { state: 'removed', stateWhy: 'It is an advertisement.' })
  for (const tab of ['recent', 'popular'] as const)
    for (const search of ['', 'brake']) expect(await titles({ tab, search }, token)).toEqual(['Shown'])
  const own = (await signIn(author)).token
  expect(await titles({}, own)).toEqual(['Shown'])
  const mine = await listBoard({ tab: 'my-posts' }, own)
  expect(mine.posts.map(({ title, state, stateWhy }) => [title, state, stateWhy])).toEqual([
    ['Removed', 'removed', 'It is an advertisement.'],
    ['Held', 'held', 'word'],
    ['Shown', 'shown', ''],
  ])
  expect(mine.posts.every(({ isMine }) => isMine)).toBe(true)
  expect(await titles({ tab: 'my-posts', search: 'held' }, own)).toEqual(['Held'])
  expect(await titles({ tab: 'my-posts' }, token)).toEqual([])
})

test.each(['recent', 'popular'] as const)(
  'blocked players and those who blocked them see none of each other’s posts: %s',
  async (tab) => {
    await write('Theirs')
    await write('Mine', { playerId: player.id })
    const fallOut = [
      { playerId: player.id, blockedId: author.id },
      { playerId: author.id, blockedId: player.id },
    ]
    for (const values of fallOut) {
      await database().insert(playerBlocks).values(values)
      for (const search of ['', 'brake']) {
        expect(await titles({ tab, search }, token)).toEqual(['Mine'])
        expect(await titles({ tab, search }, (await signIn(author)).token)).toEqual(['Theirs'])
        expect(await titles({ tab, search })).toEqual(['Mine', 'Theirs'])
      }
      await database().delete(playerBlocks)
    }
  },
)

test('posts carry what the player liked and wrote; an expired session counts as a visitor', async () => {
  const liked = await write('Liked')
  await write('Mine', { playerId: player.id })
  await database().insert(postLikes).values({ postId: liked.id, playerId: player.id })
  const facts = async (by: string | null) =>
    (await listBoard({}, by)).posts.map(({ title, isLiked, isMine }) => [title, isLiked, isMine])
  expect(await facts(token)).toEqual([
    ['Mine', false, true],
    ['Liked', true, false],
  ])
  const asVisitor = [
    ['Mine', false, false],
    ['Liked', false, false],
  ]
  expect(await facts(null)).toEqual(asVisitor)
  expect(await facts('no-such-session')).toEqual(asVisitor)
  expect(await titles({ tab: 'my-posts' }, 'no-such-session')).toEqual([])
})

test('visitors get a cached board until it changes', async () => {
  await write('One')
  expect(await titles()).toEqual(['One'])
  await write('Two')
  expect(await titles()).toEqual(['One'])
  expect(await titles({}, token)).toEqual(['Two', 'One'])
  dropCached(['community'])
  expect(await titles()).toEqual(['Two', 'One'])
})

test('a search finds posts with all terms in title, content or tags, also within words', async () => {
  await write('Drift Lanterns', { content: 'How to take the third corner?' })
  await write('Corner', { content: 'A lantern would help me here.' })
  await write('Other', { content: 'Nothing of the kind, really.' })
  expect(await titles({ search: 'lantern' })).toEqual(['Corner', 'Drift Lanterns'])
  expect(await titles({ search: 'LANT corn' })).toEqual(['Corner', 'Drift Lanterns'])
  expect(await titles({ search: 'drift corner?' })).toEqual(['Drift Lanterns'])
  expect(await titles({ search: 'ANTERN' })).toEqual(['Corner', 'Drift Lanterns'])
  expect(await titles({ search: 'of th' })).toEqual(['Other'])
  expect(await titles({ search: 'lantern nothing' })).toEqual([])
})

test('a search finds letters outside ASCII', async () => {
  await write('Ärger mit dem Büro')
  await write('Ёжик и 塔防')
  expect(await titles({ search: 'ÄRG' })).toEqual(['Ärger mit dem Büro'])
  expect(await titles({ search: 'ёжик' })).toEqual(['Ёжик и 塔防'])
  expect(await titles({ search: '塔' })).toEqual(['Ёжик и 塔防'])
})

test('pattern and query characters are searched for literally', async () => {
  await write('Words')
  for (const search of ['!', '& | !', '%', '_', 'w%s', 'w_rds', "'", '\\', ':*', '🎮', '()', `x' | 'words`])
    expect(await titles({ search }), search).toEqual([])
  await write('100 % of C:\\games_1 🎮!')
  for (const search of ['%', '_', '\\', '🎮', '!', ':\\g', 's_1', '100 % of'])
    expect(await titles({ search }), search).toEqual(['100 % of C:\\games_1 🎮!'])
})

test('every search term returns a list', async () => {
  await write('Words')
  for (const search of ['\0', 'a\0b', '\\', "\\'", 'a\\b.example/c\\d', ...naughty])
    for (const tab of ['recent', 'my-posts'] as const)
      expect((await listBoard({ search, tab }, tab === 'recent' ? null : token)).posts, search).toBeInstanceOf(Array)
})

test('search results are newest first and complete across pages', async () => {
  const words = (at: number) => (at % 3 ? 'The corner of a lantern' : 'Nothing in here of it')
  await fill(200, words)
  await database().execute(sql`alter table posts alter id restart with 30000`)
  await fill(200, words)
  await database().execute(sql`alter table posts alter id restart with 70000`)
  await fill(100, words)
  const all = await database()
    .select()
    .from(posts)
    .orderBy(sql`id desc`)
  const expected = all.filter(({ content }) => content.includes('lantern')).map(({ title }) => title)
  expect(expected.length).toBeGreaterThan(300)
  expect(await readAll({ search: 'lan' })).toEqual(expected)
  expect(await readAll({ search: 'lan', tab: 'popular' }, token)).toEqual(expected)
  await database().execute(
    sql`update posts set content = 'A rarity, this one.' where title in ('Post 3', 'Post 203', 'Post 403')`,
  )
  expect(await titles({ search: 'rarity' })).toEqual(['Post 403', 'Post 203', 'Post 3'])
})

/** Creates posts by the author, numbered after the existing ones. */
async function fill(count: number, content: (at: number) => string): Promise<void> {
  const [{ total } = { total: 0 }] = await database()
    .select({ total: sql<number>`count(*)::int` })
    .from(posts)
  const made = await database()
    .insert(posts)
    .values(
      Array.from({ length: count }, (_, at) => ({
        playerId: author.id,
        title: `Post ${total + at + 1}`,
        content: content(at),
        type: 'discussion' as const,
      })),
    )
    .returning()
  await database()
    .insert(postCounts)
    .values(made.map(({ id, type }) => ({ postId: id, type, isShown: true })))
}

test.each(['?after=x', '?after=-1', '?after=99999999999', '?after=1e3', '?tab=other&type=other', '?after=1-2-3'])(
  'invalid query parameters are ignored: %s',
  async (query) => {
    await write('One')
    const list = await listPosts(boardQueryOf(new Request(`http://localhost/community${query}`)), null)
    expect(list.posts.map(({ title }) => title)).toEqual(['One'])
  },
)

test('the board shortens a long post, and the full text is read separately', async () => {
  const content = `${'A lamp. '.repeat(40)}The end.`
  const { id } = await write('Long', { content })
  expect((await listBoard()).posts[0]).toMatchObject({ content: cut(content, 200), isCut: true })
  expect(await findContent(id, null)).toBe(content)
})
